"""斑衣吹笛人: the rule set of 12 seats. The kernel is one file per clause; ``night.py`` holds the order of adjudication."""
