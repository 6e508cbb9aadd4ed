"""Ed25519 signatures (RFC 8032), for devices that sign their readings.

The server only verifies, which handles no secret. `croupier reader` signs on the computer of the device. Its
running time depends on the secret key, so use it only on a computer of the casino's own.
"""

from __future__ import annotations

import hashlib

P = 2**255 - 19  # the prime of the field
ORDER = 2**252 + 27742317777372353535851937790883648493  # order of the base point
D = -121665 * pow(121666, P - 2, P) % P  # constant of the curve
ROOT = pow(2, (P - 1) // 4, P)  # a square root of -1

Point = tuple[int, int, int, int]  # extended coordinates X, Y, Z, T with x = X/Z, y = Y/Z and xy = T/Z
IDENTITY: Point = (0, 1, 1, 0)


def recover_x(y: int, sign: int) -> int | None:
    """Return the x coordinate of the point with this y and sign bit, or None if there is none."""
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    if not square:
        return None if sign else 0
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P:
        return None
    return P - x if (x & 1) != sign else x


def add(a: Point, b: Point) -> Point:
    first = (a[1] - a[0]) * (b[1] - b[0]) % P
    second = (a[1] + a[0]) * (b[1] + b[0]) % P
    third = 2 * a[3] * b[3] * D % P
    fourth = 2 * a[2] * b[2] % P
    e, f, g, h = second - first, fourth - third, fourth + third, second + first
    return e * f % P, g * h % P, f * g % P, e * h % P


def multiply(scalar: int, point: Point) -> Point:
    result = IDENTITY
    while scalar:
        if scalar & 1:
            result = add(result, point)
        point = add(point, point)
        scalar >>= 1
    return result


def is_same(a: Point, b: Point) -> bool:
    return not (a[0] * b[2] - b[0] * a[2]) % P and not (a[1] * b[2] - b[1] * a[2]) % P


def base_point() -> Point:
    y = 4 * pow(5, P - 2, P) % P
    x = recover_x(y, 0)
    assert x is not None
    return x, y, 1, x * y % P


BASE = base_point()


def encode(point: Point) -> bytes:
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def decode(octets: bytes) -> Point | None:
    """Return the point, or None if these 32 bytes are not one."""
    if len(octets) != 32:
        return None
    number = int.from_bytes(octets, "little")
    y, sign = number & (1 << 255) - 1, number >> 255
    x = recover_x(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


def hash_to_scalar(*parts: bytes) -> int:
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % ORDER


def expand(secret: bytes) -> tuple[int, bytes]:
    """Return the scalar and the prefix that belong to a secret key of 32 bytes."""
    digest = hashlib.sha512(secret).digest()
    scalar = int.from_bytes(digest[:32], "little") & (1 << 254) - 8 | 1 << 254
    return scalar, digest[32:]


def public_key(secret: bytes) -> bytes:
    """Return the public key of a secret key of 32 bytes."""
    if len(secret) != 32:
        raise ValueError("a secret key has 32 bytes")
    return encode(multiply(expand(secret)[0], BASE))


def sign(secret: bytes, message: bytes) -> bytes:
    scalar, prefix = expand(secret)
    public = public_key(secret)
    nonce = hash_to_scalar(prefix, message)
    commitment = encode(multiply(nonce, BASE))
    answer = (nonce + hash_to_scalar(commitment, public, message) * scalar) % ORDER
    return commitment + answer.to_bytes(32, "little")


def is_valid_key(public: bytes) -> bool:
    """Return whether a public key is a point of the curve whose order is not a small number."""
    point = decode(public)
    return point is not None and not is_same(multiply(8, point), IDENTITY)


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether this is the key owner's signature of the message."""
    if len(signature) != 64 or not is_valid_key(public):
        return False
    key, commitment = decode(public), decode(signature[:32])
    answer = int.from_bytes(signature[32:], "little")
    if key is None or commitment is None or answer >= ORDER:
        return False
    challenge = hash_to_scalar(signature[:32], public, message)
    return is_same(multiply(answer, BASE), add(commitment, multiply(challenge, key)))
