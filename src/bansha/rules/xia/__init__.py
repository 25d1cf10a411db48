"""群侠: the rule set of 20 seats. The kernel is one file per clause; ``night.py`` holds the order of adjudication."""
