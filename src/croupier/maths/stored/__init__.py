"""Sums that do not depend on a paytable, computed once and shipped: `python -m croupier.maths.build` writes
them, and a test proves them equal to what the kernels and the enumerations find.

Arrays lie in NumPy's own archive format, all lowest bytes first, so that they pack well; counts in JSON.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray


def read(name: str) -> bytes:
    return files(__name__).joinpath(name).read_bytes()


def unpack_arrays(content: bytes) -> dict[str, NDArray[Any]]:
    """The arrays of an archive, whole again."""
    found = {}
    with np.load(io.BytesIO(content)) as archive:
        for key in archive.files:
            name, _, kind = key.partition(" ")
            planes = archive[key]
            whole = np.ascontiguousarray(np.moveaxis(planes, 0, -1)).view(np.dtype(kind))
            found[name] = whole[..., 0]
    return found


def pack_arrays(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """The same bytes every time: an archive of NumPy's bears no date."""
    stream = io.BytesIO()
    planes = {}
    for name, array in arrays.items():
        kind = array.dtype.newbyteorder("<")
        whole = np.ascontiguousarray(array, kind)[..., None].view(np.uint8)
        planes[f"{name} {kind.str}"] = np.ascontiguousarray(np.moveaxis(whole, -1, 0))
    np.savez_compressed(stream, allow_pickle=False, **planes)
    return stream.getvalue()
