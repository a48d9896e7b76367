"""What is typed to a companion, in three languages, and what it means."""

from passatempo.core.words import mark

ME = ("i", "me", "io", "yo")
# What is typed, and the event or question that is meant: the English words are understood in every language.
EVENTS = {
    "en": {"hold": "hold", "holds": "hold", "has": "hold", "have": "hold", "lay": "lay", "lays": "lay"}
    | {"draw": "draw", "draws": "draw", "pass": "pass", "passes": "pass", "crosses": "crosses", "undo": "undo"},
    "it": {"ho": "hold", "ha": "hold", "tengo": "hold", "tiene": "hold", "calo": "lay", "cala": "lay"}
    | {"pesco": "draw", "pesca": "draw", "passo": "pass", "passa": "pass", "scoperte": "crosses", "annulla": "undo"},
    "es": {"tengo": "hold", "tiene": "hold", "bajo": "lay", "baja": "lay", "robo": "draw", "roba": "draw"}
    | {"paso": "pass", "pasa": "pass", "abiertas": "crosses", "descubiertas": "crosses", "deshacer": "undo"},
}
QUESTIONS = {
    "en": {"table": "table", "lay": "lay", "lay points": "lay points", "unlock": "why", "why": "why", "odds": "odds"}
    | {"unseen": "unseen", "score": "score", "help": "help", "quit": "quit", "exit": "quit"},
    "it": {"tavolo": "table", "cala": "lay", "cala punti": "lay points", "perché": "why", "perche": "why"}
    | {"probabilità": "odds", "coperte": "unseen", "punti": "score", "aiuto": "help", "esci": "quit"},
    "es": {"mesa": "table", "baja": "lay", "baja puntos": "lay points", "porqué": "why", "porque": "why"}
    | {"probabilidad": "odds", "ocultas": "unseen", "puntos": "score", "ayuda": "help", "salir": "quit"},
}
HELP = (  # examples, a line each
    mark("events     I hold 3S 9H ...   I draw 7C   bob draws   bob lays 4H 5H 6H   bob lays 7D = 7D 8D 9D"),
    mark("           bob passes   bob has 9   crosses 4H 9S KD 2C   undo"),
    mark("corrected  = 4H 5H 6H   2: 5C > 4   5H > new   split 3 6H   end   reset"),
    mark("questions  table   lay   lay points   why   odds   odds bob   unseen   score   quit"),
)
