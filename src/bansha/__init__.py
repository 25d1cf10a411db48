"""bansha (版杀): forum Werewolf under an automatic director, by the clause."""

__version__ = "0.1.0"
