"""The review (复盘) of a finished game, for everybody: nights as pictures, days as tables, every seat's story, scores, the deal, exports.

Nothing here exists before the end of the game. It is read off the log; it decides nothing.
"""
