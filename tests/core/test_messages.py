"""Messages in other languages, from the catalogues that are installed."""

from passatempo.core.messages import translate


def test_messages_are_translated_where_there_is_a_catalogue():
    assert translate("notes", "it") == "appunti"
    assert translate("The path has {number} squares.", "es", number=7) == "El camino tiene 7 casillas."
    assert translate("notes", "xx") == "notes"
