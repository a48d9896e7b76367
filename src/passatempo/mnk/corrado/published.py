"""The published player, move for move: Corrado as its program plays, including its faults.

The tests compare it with 89 games of the program on boards up to 9 x 7, with k from 3 to 5, at one to three plies or
as deep as the program searches. They exclude k below 3 and games in which the program runs out of time.

The `AvlTree` orders the moves, so their order depends on the history of the game and of the search. All depths search
the root moves of the first, and there are at most as many depths as root moves. The root passes on no bound, and a
finished game scores f. An unfinished first depth is used. An empty list of candidates and a clock that is late beyond
the timer's share have no special treatment. f is the same number, but updated instead of recomputed at every leaf.


Source: "Corrado il Conquistatore", report of the MNK project 2021-2022, and its program.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from passatempo.core.errors import UsageError
from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import Outcome, Status
from passatempo.mnk.corrado.board import CorradoBoard, neighbours
from passatempo.mnk.corrado.player import LIMIT, CorradoSearch, SearchSettings, Timer, centre_cell
from passatempo.mnk.lines import Cell
from passatempo.mnk.model import Choice, Position, require_open
from passatempo.mnk.rules import EMPTY, Rules
from passatempo.mnk.settings import PublishedSettings

PUBLISHED = SearchSettings(scores_distance=False, passes_bound=False)
# The program's order of neighbours: N, S, W, E, NW, NE, SW, SE
AROUND = ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))


class PublishedPlayer:
    """The player over a whole game: it keeps board, tree and timer from move to move.

    Parameters
    ----------
    rules
        The board; options of the rules are rejected.
    depth
        Plies of the last search, including the move; 0 for as many as the program searches.

    Examples
    --------
    >>> from passatempo.mnk.model import Rules
    >>> player = PublishedPlayer(Rules(3, 3, 3))
    >>> player.choose(Position(Rules(3, 3, 3), bytes(9)), Limits(nodes=100)).answer.move
    (1, 1)
    """

    def __init__(self, rules: Rules, depth: int = 0) -> None:
        if not rules.plain:
            raise UsageError("the published player does not support options of the rules")
        self.depth = PublishedSettings(depth).depth
        self.board: CorradoBoard | None = None
        self.timer = Timer.at_start(rules.m, rules.n)

    def choose(self, position: Position, limits: Limits, report: Report = silent) -> Outcome[Choice]:
        """Choose a move; the outcome is `UNKNOWN` when the published player throws for lack of a candidate."""
        require_open(position)
        clock = Deadline(limits)
        is_unlimited = limits.seconds is None and limits.nodes is None and not self.depth
        seconds = LIMIT if is_unlimited else limits.seconds
        share = None if seconds is None else max(0.0, self.timer.search_seconds(seconds))  # below 0 on vast boards
        deadline = Deadline(replace(limits, seconds=share), start_time=clock.start_time)
        try:
            board = self.follow(position, clock)
        except Stopped:
            self.board = None
            return Outcome(Status.UNKNOWN, stopped=clock.stop_reason, stats={"nodes": 0, "depth": 0})
        line, score, depth = [centre_cell(position)], 0, 0
        if any(position.cells):
            search = CorradoSearch(board, PUBLISHED, deadline)
            candidate_count = len(search.candidates)
            search.deepen_iteratively(report, min(candidate_count, self.depth or candidate_count))
            (line, score), depth = search.best_line, search.depth
            line = line or search.candidates[:1]
        if seconds is not None:
            self.timer = self.timer.after_move((seconds - clock.run_seconds) * 1000)
        stats = {"nodes": deadline.node_count, "depth": depth, "candidates": len(board.move_order.candidate_moves())}
        if not line:
            reason = "the tree of candidates is empty, and the published player throws"
            return Outcome(Status.UNKNOWN, reason=reason, stats=stats)
        places = tuple(map(position.place, line))
        choice = Choice(places[0], places, depth, score)
        return Outcome(Status.FEASIBLE, choice, stopped=deadline.stop_reason, stats=stats)

    def follow(self, position: Position, deadline: Deadline | None = None) -> CorradoBoard:
        """Update board and tree to a position, by the new moves or from scratch."""
        board = self.board
        if board is None or any(mark != EMPTY and mark != position.cells[c] for c, mark in enumerate(board.marks)):
            empty = Position(position.rules, bytes(position.rules.size))
            board = CorradoBoard(empty, position.to_move, TreeOrder, deadline)
        for cell in _game_order(position):
            if deadline is not None:
                deadline.check()
            if board.marks[cell] == EMPTY:
                board.place_mark(cell, position.cells[cell])
        board.move_path.clear()  # these moves are never undone
        self.board = board
        return board


def _game_order(position: Position) -> tuple[Cell, ...]:
    """Return the marked cells in the order of the game, or, if that is unknown, in alternation by reading order."""
    if position.moves:
        return position.moves
    crosses, noughts = ([c for c, mark in enumerate(position.cells) if mark == side] for side in (1, 2))
    game_cells = [cell for pair in zip(crosses, noughts, strict=False) for cell in pair]
    return tuple(game_cells + crosses[len(noughts) :])


def move(
    position: Position,
    /,
    limits: Limits = Limits(),
    report: Report = silent,
    settings: PublishedSettings = PublishedSettings(),
) -> Outcome[Choice]:
    r"""Choose a move as the published player does on its first call in a game.

    Parameters
    ----------
    position
        An open position under the plain rules.
    limits
        `seconds` is the limit of the move, 10 if there is no other limit and no depth; `nodes` counts moves made.
    settings
        The depth of the last search.

    Raises
    ------
    UsageError
        If an option of the rules is on.
    InvalidInstance
        If the game is over.

    Examples
    --------
    >>> from passatempo.mnk.text import read
    >>> move(read("k: 3\nX X .\nO O .\n. . ."), Limits(nodes=60)).answer.move
    (0, 2)
    """
    return PublishedPlayer(position.rules, settings.depth).choose(position, limits, report)


@dataclass(slots=True)
class Node:
    """The cells of one key, and the subtrees of smaller and of greater keys."""

    key: int
    cells: list[Cell]
    count: int = 1  # insertions minus deletions, which may differ from the number of cells
    left: "Node | None" = None
    right: "Node | None" = None
    height: int = 1


class AvlTree:
    """The published player's search tree of candidates, with the two errors of its bookkeeping.

    It is an AVL tree keyed on the counter of a cell. Cells of one key share a node, which has a count and lists them in
    their order of arrival. The list of moves is in descending order of keys. The published errors are:

    * every deletion lowers the count, even if the node does not list the cell, and at a count of 1 the node is removed
      with all cells that it still lists;
    * a cell whose counter returns to 0 when a mark is removed is inserted with key 0, and so remains a candidate.

    Source: section Albero AVL, and the authors' program, whose runs show both errors.

    Examples
    --------
    >>> tree = AvlTree()
    >>> for key, cell in ((1, 7), (3, 2), (1, 5)): tree.insert(key, cell)
    >>> tree.cells()
    [2, 7, 5]
    >>> tree.delete(3, 99), tree.cells()  # 99 was never there: the node of 2 goes all the same
    (None, [7, 5])
    """

    def __init__(self) -> None:
        self.root: Node | None = None

    def insert(self, key: int, cell: Cell) -> None:
        """Append a cell to the list of its key."""
        self.root = _insert_cell(self.root, key, cell)

    def delete(self, key: int, cell: Cell) -> None:
        """Remove a cell from the list of its key; a node whose count is 1 is removed, whichever cells it lists."""
        self.root = _delete_cell(self.root, key, cell)

    def cells(self) -> list[Cell]:
        """Return all cells, greatest key first, in their order of arrival inside a key."""
        return [cell for node in _descending_nodes(self.root) for cell in node.cells]

    def keys(self) -> list[int]:
        """Return the keys in descending order."""
        return [node.key for node in _descending_nodes(self.root)]


def _descending_nodes(node: Node | None) -> Iterator[Node]:
    if node is not None:
        yield from _descending_nodes(node.right)
        yield node
        yield from _descending_nodes(node.left)


def _insert_cell(node: Node | None, key: int, cell: Cell) -> Node:
    if node is None:
        return Node(key, [cell])
    if key == node.key:
        node.cells.append(cell)
        node.count += 1
        return node
    if key < node.key:
        node.left = _insert_cell(node.left, key, cell)
    else:
        node.right = _insert_cell(node.right, key, cell)
    return _rebalance_node(node)


def _delete_cell(node: Node | None, key: int, cell: Cell) -> Node | None:
    if node is None:
        return None
    if key < node.key:
        node.left = _delete_cell(node.left, key, cell)
    elif key > node.key:
        node.right = _delete_cell(node.right, key, cell)
    elif node.count > 1:
        node.count -= 1
        if cell in node.cells:
            node.cells.remove(cell)
        return node
    elif node.left is None or node.right is None:
        return node.left or node.right
    else:  # the successor replaces the node
        heir = node.right
        while heir.left is not None:
            heir = heir.left
        node.key, node.cells, node.count = heir.key, heir.cells, heir.count
        heir.count = 1  # so that the heir's old node is removed
        node.right = _delete_cell(node.right, heir.key, cell)
    return _rebalance_node(node)


def _node_height(node: Node | None) -> int:
    return 0 if node is None else node.height


def _balance_factor(node: Node) -> int:
    return _node_height(node.left) - _node_height(node.right)


def _update_height(node: Node) -> Node:
    node.height = 1 + max(_node_height(node.left), _node_height(node.right))
    return node


def _rebalance_node(node: Node) -> Node:
    """Rotate if one side is two higher than the other."""
    lean = _balance_factor(_update_height(node))
    if lean > 1 and node.left is not None:
        if _balance_factor(node.left) < 0:
            node.left = _rotate_left(node.left)
        return _rotate_right(node)
    if lean < -1 and node.right is not None:
        if _balance_factor(node.right) > 0:
            node.right = _rotate_right(node.right)
        return _rotate_left(node)
    return node


def _rotate_left(node: Node) -> Node:
    top = node.right
    assert top is not None  # the right side is the higher one
    node.right, top.left = top.left, node
    _update_height(node)
    return _update_height(top)


def _rotate_right(node: Node) -> Node:
    top = node.left
    assert top is not None  # the left side is the higher one
    node.left, top.right = top.right, node
    _update_height(node)
    return _update_height(top)


class TreeOrder:
    """Candidates in the order of the published tree; see `board.MoveOrder`.

    Examples
    --------
    >>> from passatempo.mnk.model import Rules
    >>> marks = bytearray(9)
    >>> order = TreeOrder(Rules(3, 3, 3), marks)
    >>> marks[0] = 1; order.add_mark(0); order.candidate_moves()
    [3, 1, 4]
    >>> marks[0] = 0; order.remove_mark(0); order.candidate_moves()  # four cells without a marked neighbour
    [0, 3, 1, 4]
    """

    def __init__(self, rules: Rules, marks: bytearray, check: Callable[[], None] = lambda: None) -> None:
        self.rules, self.marks, self.check = rules, marks, check
        self.neighbour_counts = bytearray(rules.size)
        self.tree = AvlTree()

    def add_mark(self, cell: Cell) -> None:
        """Count a mark at its neighbours."""
        self.tree.delete(self.neighbour_counts[cell], cell)
        self._update_neighbours(cell, 1)

    def remove_mark(self, cell: Cell) -> None:
        """Remove a mark; its cell and neighbours are inserted even with key 0."""
        self.tree.insert(self.neighbour_counts[cell], cell)
        self._update_neighbours(cell, -1)

    def _update_neighbours(self, cell: Cell, step: int) -> None:
        for other in neighbours(self.rules.m, self.rules.n, self.rules.torus, cell, AROUND):
            key = self.neighbour_counts[other]
            self.neighbour_counts[other] = key + step
            if self.marks[other] == EMPTY:
                self.tree.delete(key, other)
                self.tree.insert(key + step, other)

    def candidate_moves(self) -> list[Cell]:
        """Return the tree's candidates; the list may be empty, or include cells without a marked neighbour."""
        return self.tree.cells()
