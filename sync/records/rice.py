"""Sorted numbers as Golomb-Rice coded gaps: near the least that an exact set can take.

The gap of a number is how many numbers were left out before it: `first - 1`, then
`next - previous - 1`. With parameter k a gap is written as `gap >> k` one bits, a zero bit, and
the k low bits, the highest first; the last byte is filled with zero bits (R. F. Rice, 1979).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import pairwise

NUMBER_MAX = 2**40 - 1
PARAMETER_MAX = 40


def gaps_of(numbers: Sequence[int]) -> list[int]:
    """The gaps of numbers from 1, sorted and without repetition; ValueError otherwise."""
    gaps = [after - before - 1 for before, after in pairwise([0, *numbers])]
    if any(gap < 0 for gap in gaps) or (numbers and numbers[-1] > NUMBER_MAX):
        raise ValueError("os números precisam estar em ordem, sem repetição, de 1 a 2^40 - 1")
    return gaps


def best_parameter(gaps: Sequence[int]) -> int:
    """The parameter that takes the fewest bits, looked for around the mean gap."""
    if not gaps:
        return 0
    near = (sum(gaps) // len(gaps)).bit_length()
    return min(
        range(max(0, near - 3), min(near + 1, PARAMETER_MAX) + 1),
        key=lambda k: sum(gap >> k for gap in gaps) + k * len(gaps),
    )


def encode(numbers: Iterable[int]) -> tuple[int, bytes]:
    """(parameter, coded gaps) of sorted numbers."""
    gaps = gaps_of(list(numbers))
    k = best_parameter(gaps)
    low = (1 << k) - 1
    form = f"0{k}b"
    bits = "".join(
        f"{'1' * (gap >> k)}0{format(gap & low, form) if k else ''}" for gap in gaps
    )
    bits += "0" * (-len(bits) % 8)
    return k, int(bits, 2).to_bytes(len(bits) // 8, "big") if bits else b""


def decode(k: int, count: int, data: bytes) -> array[int]:
    """The numbers; ValueError unless `data` holds exactly `count` of them and nothing more."""
    if not 0 <= k <= PARAMETER_MAX:
        raise ValueError(f"o parâmetro {k} passa de {PARAMETER_MAX}")
    if count * (k + 1) > len(data) * 8:
        raise ValueError(f"{len(data)} bytes não bastam para {count} números")
    bits = bin(int.from_bytes(b"\x01" + data, "big"))[3:]
    at, number, numbers = 0, 0, array("Q")
    for _ in range(count):
        end = bits.find("0", at)
        after = end + 1 + k
        if end < 0 or after > len(bits):
            raise ValueError("os números acabam antes da hora")
        low = int(bits[end + 1 : after], 2) if k else 0
        number += ((end - at) << k) + low + 1
        if number > NUMBER_MAX:
            raise ValueError("há um número maior do que um selo pode ter")
        numbers.append(number)
        at = after
    if len(bits) - at >= 8 or "1" in bits[at:]:
        raise ValueError("sobram dados depois do último número")
    return numbers
