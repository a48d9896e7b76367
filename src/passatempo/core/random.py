"""Portable random streams: the same seed gives the same boards on every machine and in every version.

The generator is SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): the state grows by the odd constant
0x9E3779B97F4A7C15 and is mixed by two multiplications. Its start state is the first eight bytes, little-endian, of
SHA-256 of the seed and the names of the stream joined by "/". Integer numbers below a bound are drawn by rejection, so
they are exactly uniform. A shuffle follows Fisher and Yates, from the end. None of this may change.
"""

from collections.abc import MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")
WORD = 2**64


class Random:
    """A stream of random numbers named by a seed and any further words.

    Examples
    --------
    >>> stream = Random(7, "deal")
    >>> [stream.below(6) for _ in range(5)] == [Random(7, "deal").below(6)] + [0] * 4
    False
    >>> sorted(Random(1).shuffle_copy([1, 2, 3]))
    [1, 2, 3]
    """

    __slots__ = ("state",)

    def __init__(self, seed: int, *names: str | int) -> None:
        from hashlib import sha256  # which loads a cryptographic library

        text = "/".join(str(part) for part in (seed, *names))
        self.state = int.from_bytes(sha256(text.encode()).digest()[:8], "little")

    def next_word(self) -> int:
        """Draw 64 random bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) % WORD
        z = self.state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % WORD
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % WORD
        return z ^ (z >> 31)

    def below(self, bound: int) -> int:
        """Draw a whole number in 0..bound-1, exactly uniform. `bound` can be of any size."""
        if bound < 1:
            raise ValueError(f"a random number below {bound} does not exist")
        bits = max(1, (bound - 1).bit_length())
        words = -(-bits // 64)
        while True:
            number = 0
            for _ in range(words):
                number = number * WORD + self.next_word()
            number >>= 64 * words - bits
            if number < bound:
                return number

    def in_range(self, low: int, high: int) -> int:
        """Draw a whole number in low..high, inclusive."""
        return low + self.below(high - low + 1)

    def unit(self) -> float:
        """Draw a number in [0, 1) with 53 random bits."""
        return (self.next_word() >> 11) * 2.0**-53

    def choice(self, sequence: Sequence[T]) -> T:
        """Draw one of the items."""
        return sequence[self.below(len(sequence))]

    def shuffle(self, sequence: MutableSequence[T]) -> None:
        """Shuffle in place."""
        for i in range(len(sequence) - 1, 0, -1):
            j = self.below(i + 1)
            sequence[i], sequence[j] = sequence[j], sequence[i]

    def shuffle_copy(self, sequence: Sequence[T]) -> list[T]:
        """Return the items in random order."""
        copy = list(sequence)
        self.shuffle(copy)
        return copy

    def sample(self, population: Sequence[T], count: int) -> list[T]:
        """Draw `count` different items, in random order."""
        return self.shuffle_copy(population)[:count]
