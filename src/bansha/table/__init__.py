"""One game in play, no I/O: inputs with their time go in, addressed notices come out.

    table = Table(open_header("xia", commitment=commitment(seed, salt)))
    notices = table.receive(SignUp("水饺"), at)

Start with ``table.py``; a game is its log (``log.py``), and ``replaying.py`` makes a table of it again.
"""

from bansha.table.header import Header, open_header
from bansha.table.table import Table

__all__ = ["Header", "Table", "open_header"]
