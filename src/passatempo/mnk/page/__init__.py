"""The web page of m,n,k: play any board against any method or another person, with the line of play live."""

from passatempo.core.words import mark
from passatempo.mnk.page.board import editor
from passatempo.mnk.page.play import PlayKept, play
from passatempo.web.desk import Page, View

PAGE = Page(
    editor=editor,
    start={"m": 3, "n": 3, "k": 3},
    views=(View("play", mark("Play"), play),),
    first=True,
    keeps=PlayKept,
)
