"""What the game says in words, Chinese and English: notices, findings, the course of a game, and why something happened.

Above the table, below whoever shows it. It decides nothing: every sentence is read off notices and findings, and every text lives in
``words/*.toml``.

    notices   a notice → what its addressee reads: ``announcements`` and ``votes`` to everybody, ``private`` to some
    findings  a finding → what was found, with its clause
    course    a table → the whole game, block by block
    why       a table and a seat → what happened to that person, and by which clause
"""
