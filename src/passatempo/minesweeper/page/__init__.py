"""The web page of Minesweeper: play with an assistant that can say why, and edit positions cell by cell."""

from passatempo.core.words import mark
from passatempo.minesweeper.page.board import editor
from passatempo.minesweeper.page.play import PlayKept, play
from passatempo.web.desk import Page, View

PAGE = Page(editor=editor, views=(View("play", mark("Play"), play),), first=True, keeps=PlayKept)
