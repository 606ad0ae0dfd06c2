"""The papers, made on the device: the selo's label and picture, and the laudo.

Each takes plain records and dicts and gives PDF bytes or an SVG string. fpdf2 and fontTools are
imported when the first paper is drawn; Pillow is never needed.
"""

from app.prints.fonts import Fonts, PapersUnavailable
from app.prints.laudo import laudo_pdf
from app.prints.selo_card import selo_svg
from app.prints.selo_papers import selo_label_pdf

__all__ = ["Fonts", "PapersUnavailable", "laudo_pdf", "selo_label_pdf", "selo_svg"]
