"""The desk of whoever directs a game and has not played in it: everything is seen here, everything done here is announced or written down.

A director's act goes through ``receive`` like everybody's input; what is not of the game (who directs, who looked) is a ``DeskAct``.
"""
