"""Messages in other languages, from the catalogues that are installed."""

from passatempo.core.words import say


def test_messages_are_translated_where_there_is_a_catalogue():
    assert say("notes", "it") == "appunti"
    assert say("The path has {number} cells.", "es", number=7) == "El camino tiene 7 casillas."
    assert say("notes", "xx") == "notes"
