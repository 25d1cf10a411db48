"""Errors that are part of the interface. Each has a sentence for people in both languages, and changed nothing."""


class BanshaError(Exception):
    """Base of all. ``code`` is stable, ``zh`` and ``en`` say what was wrong and what would be right."""

    def __init__(self, code: str, zh: str, en: str) -> None:
        super().__init__(en)
        self.code = code
        self.zh = zh
        self.en = en

    def text(self, lang: str) -> str:
        """The sentence in ``"zh"`` or ``"en"``."""
        return self.zh if lang == "zh" else self.en


class Malformed(BanshaError):
    """Not understood: the input is not one that exists."""


class Unlawful(BanshaError):
    """Understood, and forbidden."""


class LawHole(BanshaError):
    """A night with no answer or with several (X-R23): a defect of the law, never resolved by accident of order."""
