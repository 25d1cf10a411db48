"""The site for programs: the same places, the same permissions and the same one way in as the pages, as JSON under ``/api/``.

What is refused is ``{"code", "zh", "en"}``; what a caller may not know of is not found, exactly like what does not exist. The description is
``/api/openapi.json``.
"""
