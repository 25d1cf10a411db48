"""Case files: small games as their players typed them, and what must come of them (the format: docs/cases.md)."""
