"""``python -m bansha``."""

from bansha.cli import main

main()
