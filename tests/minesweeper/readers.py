"""Small readers of Prolog and MiniZinc, for the exported programs where neither system is installed.

They know the grammar that these programs use, not the languages: a text that they take is closed in all brackets and
quotes, has an operator between any two terms, and ends every clause; what it means is left to the systems.
"""

import re

_PROLOG = re.compile(
    r"(?P<blank>\s+|%[^\n]*|/\*.*?\*/)|(?P<string>\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')"
    r"|(?P<number>\d+)(?!\w)|(?P<variable>[A-Z_]\w*)|(?P<atom>[a-z]\w*)"
    r"|(?P<end>\.(?=\s|%|$))|(?P<sign>[-+*/\\^<>=~:.?@#&]+|!|;|,|\||\(|\)|\[|\])",
    re.DOTALL,
)
# Operators with the priorities of both systems: above, left, right (one less where the side must be tighter).
INFIX = {":-": (1200, 1199, 1199), "do": (1100, 1099, 1100), ";": (1100, 1099, 1100), "->": (1050, 1049, 1050)}
INFIX |= {",": (1000, 999, 1000), "..": (450, 449, 449), "::": (700, 699, 699), "in": (700, 699, 699)}
INFIX |= dict.fromkeys(("=", "==", "is", "=:=", "=<", ">=", "<", ">", "#=", "\\="), (700, 699, 699))
INFIX |= dict.fromkeys(("+", "-"), (500, 500, 499)) | dict.fromkeys(("*", "/"), (400, 400, 399))
PREFIX = {":-": (1200, 1199), "\\+": (900, 900), "-": (200, 200), "dynamic": (1150, 1149)}


class Wrong(Exception):
    """The text is none of the language."""


def tokens(text, pattern):
    """Split a text, blanks and comments left out."""
    found, at = [], 0
    while at < len(text):
        match = pattern.match(text, at)
        if match is None:
            raise Wrong(f"cannot read {text[at : at + 20]!r}")
        if match.lastgroup != "blank":
            found.append((match.lastgroup, match[0]))
        at = match.end()
    return found


class Prolog:
    """The clauses of a program as nested tuples: an operator or a functor, then its arguments."""

    def __init__(self, text):
        self.tokens, self.at = tokens(text, _PROLOG), 0
        self.clauses = []
        while self.at < len(self.tokens):
            self.clauses.append(self.term(1200))
            self.expect("end", ".")

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ("end of text", "")

    def take(self):
        token = self.peek()
        self.at += 1
        return token

    def expect(self, kind, text):
        if self.take() != (kind, text):
            raise Wrong(f"{text!r} is missing after {[word for _, word in self.tokens[self.at - 6 : self.at]]}")

    def term(self, most):
        left, priority = self.primary(most)
        while True:
            word = self.peek()[1]
            if self.peek()[0] not in ("sign", "atom") or word not in INFIX:
                return left
            here, least, right = INFIX[word]
            if here > most or priority > least:
                return left
            self.take()
            left, priority = (word, left, self.term(right)), here

    def primary(self, most):
        kind, word = self.take()
        if kind in ("number", "string", "variable"):
            return (int(word) if kind == "number" else (kind, word)), 0
        if word == "(":
            inside = self.term(1200)
            self.expect("sign", ")")
            return inside, 0
        if word == "[":
            return self.listed(), 0
        if word in INFIX and self.peek()[1] in (",", ")"):  # an operator as a term, as in sum(L, #=, V)
            return (word,), 0
        if word in PREFIX and self.peek()[1] != "(" and PREFIX[word][0] <= most:
            return (word, self.term(PREFIX[word][1])), PREFIX[word][0]
        if word == "\\+":
            return (word, self.term(900)), 900
        if kind == "atom" and self.peek()[1] == "(":
            self.take()
            return (word, *self.arguments(")")), 0
        if kind == "atom" or word == "!":
            return (word,), 0
        raise Wrong(f"{word!r} begins no term")

    def arguments(self, end):
        found = [self.term(999)]
        while self.peek()[1] == ",":
            self.take()
            found.append(self.term(999))
        self.expect("sign", end)
        return found

    def listed(self):
        if self.peek()[1] == "]":
            self.take()
            return ["[]"]
        found = [self.term(999)]
        while self.peek()[1] == ",":
            self.take()
            found.append(self.term(999))
        if self.peek()[1] == "|":
            self.take()
            found.append(("|", self.term(999)))
        self.expect("sign", "]")
        return found

    def facts(self, name):
        """Return the arguments of the facts of a name."""
        return [clause[1:] for clause in self.clauses if isinstance(clause, tuple) and clause[0] == name]

    def dynamic(self):
        """Return the names and numbers of arguments of what may have no fact."""
        found = set()
        for clause in self.clauses:
            if clause[0] == ":-" and len(clause) == 2 and clause[1][0] == "dynamic":
                ahead = [clause[1][1]]
                while ahead:
                    term = ahead.pop()
                    if term[0] == ",":
                        ahead += term[1:]
                    else:
                        found.add((term[1][0], term[2]))
        return found

    def defined(self):
        """Return the names and numbers of arguments of what the program defines."""
        heads = [clause[1] if clause[0] == ":-" and len(clause) == 3 else clause for clause in self.clauses]
        return {(head[0], len(head) - 1) for head in heads if head[0] != ":-"}

    def called(self):
        """Return the names and numbers of arguments of what the bodies call."""
        found = set()

        def goals(term):
            if not isinstance(term, tuple) or term[0] in ("variable", "string"):
                return
            if term[0] in (",", ";", "->", "\\+", "do"):
                for part in term[1:]:
                    goals(part)
                return
            found.add((term[0], len(term) - 1))
            inner = {"findall": (2,), "forall": (1, 2), "once": (1,)}.get(term[0], ())
            for place in inner:
                goals(term[place])

        for clause in self.clauses:
            if clause[0] == ":-" and len(clause) == 3:
                goals(clause[2])
        return found


_MINIZINC = re.compile(
    r"(?P<blank>\s+|%[^\n]*)|(?P<string>\"(?:[^\"\\]|\\.)*\")|(?P<number>\d+)(?!\w)|(?P<name>[A-Za-z]\w*)"
    r"|(?P<sign>\.\.|\\/|/\\|->|<->|!=|<=|>=|==|\+\+|[-+*/=<>:;,()\[\]|{}])",
)
KEYWORDS = {
    "int", "bool", "array", "of", "var", "constraint", "forall", "exists", "sum", "where", "in", "max", "min",
    "solve", "maximize", "minimize", "satisfy", "output", "show", "if", "then", "else", "endif", "array2d", "array1d",
    "not", "div", "mod", "true", "false", "set", "index_set",
}  # fmt: skip
_PAIRS = {")": "(", "]": "[", "}": "{"}


class MiniZinc:
    """The items of a model: those that declare, those that assign, and the rest, all brackets closed."""

    def __init__(self, text):
        self.items, item, open_ = [], [], []
        for kind, word in tokens(text, _MINIZINC):
            if word in "([{":
                open_.append(word)
            elif word in _PAIRS and (not open_ or open_.pop() != _PAIRS[word]):
                raise Wrong(f"{word!r} closes nothing")
            if word == ";" and kind == "sign":
                if open_:
                    raise Wrong(f"{open_[-1]!r} is open at the end of an item")
                self.items.append(item)
                item = []
            else:
                item.append((kind, word))
        if item or open_:
            raise Wrong("the last item does not end")
        self.declared, self.assigned = {}, {}
        for item in self.items:
            words = [word for _, word in item]
            if words[0] in ("int", "bool", "var", "array"):
                at = max(k for k, word in enumerate(words) if word == ":")
                self.declared[words[at + 1]] = words[:at]
            elif len(words) > 1 and words[1] == "=":
                if "=" in words[2:]:
                    raise Wrong(f"{words[0]!r} is followed by another item")
                self.assigned[words[0]] = words[2:]

    def unknown(self):
        """Return the names that are neither declared, nor counted over, nor of the language."""
        found = set()
        for item in self.items:
            words = [word for _, word in item]
            counted = {word for k, word in enumerate(words[:-1]) if words[k + 1] == "in"}
            found |= {word for kind, word in item if kind == "name"} - counted
        return found - KEYWORDS - self.declared.keys()

    def number(self, name):
        """Return a number that is assigned."""
        return int("".join(self.assigned[name]))

    def matrix(self, name):
        """Return a matrix that is assigned, row by row."""
        words = self.assigned[name]
        rows, columns = int(words[4]), int(words[8])
        flat = list(map(int, "".join(words[words.index("[") + 1 : words.index("]")]).split(",")))
        assert len(flat) == rows * columns
        return [flat[i * columns : (i + 1) * columns] for i in range(rows)]
