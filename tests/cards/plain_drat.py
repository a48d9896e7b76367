"""DRAT checked in the plainest way: no state but the clauses; everything is propagated anew at every step."""


def propagated(clauses, true=()):
    """Return the literals that follow by clauses with one literal left, or None at a contradiction."""
    true = set(true)
    if any(-literal in true for literal in true):
        return None
    grown = True
    while grown:
        grown = False
        for clause in clauses:
            if not true & clause:
                left = [literal for literal in clause if -literal not in true]
                if not left:
                    return None
                if len(left) == 1:
                    true.add(left[0])
                    grown = True
    return true


def follows(clauses, clause):
    return propagated(clauses, {-literal for literal in clause}) is None


def may_be_added(clauses, clause):
    """Tell whether a clause is RUP, or RAT on its first literal."""
    if follows(clauses, clause):
        return True
    others = [other - {-clause[0]} for other in clauses if -clause[0] in other] if clause else [()]
    return bool(clause) and all(follows(clauses, [*clause, *other]) for other in others)


def first_refused(formula, steps):
    """Return the number of the first step that may not be taken, from 1; 0 if the proof ends open, None if it holds.

    Steps are pairs (deleted, clause); deleting what gives a value at the top is ignored.
    """
    clauses = [frozenset(clause) for clause in formula]
    for number, (deleted, clause) in enumerate(steps, 1):
        top = propagated(clauses)
        if top is None:
            return None
        gone = frozenset(clause)
        if deleted:
            true = gone & top
            gives = len(true) == 1 and all(-literal in top for literal in gone - true)
            if gone in clauses and not gives:
                clauses.remove(gone)
        elif may_be_added(clauses, clause):
            clauses.append(gone)
        else:
            return number
    return None if propagated(clauses) is None else 0


def accepts(formula, steps):
    """Tell whether a proof of (deleted, clause) pairs holds."""
    return first_refused(formula, steps) is None
