"""Read and write the stored sums, which do not depend on a paytable.

`python -m croupier.maths.build` writes the files, and a test checks that they equal the results of the
kernels and enumerations. Arrays are in NumPy's archive format, split into byte planes so that they compress
well. Counts are in JSON.
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
    """Unpack the arrays of an archive."""
    found = {}
    with np.load(io.BytesIO(content)) as archive:
        for key in archive.files:
            name, _, kind = key.partition(" ")
            planes = archive[key]
            whole = np.ascontiguousarray(np.moveaxis(planes, 0, -1)).view(np.dtype(kind))
            found[name] = whole[..., 0]
    return found


def pack_arrays(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Pack arrays into an archive. The bytes are reproducible, because NumPy's archives have no date."""
    stream = io.BytesIO()
    planes = {}
    for name, array in arrays.items():
        kind = array.dtype.newbyteorder("<")
        whole = np.ascontiguousarray(array, kind)[..., None].view(np.uint8)
        planes[f"{name} {kind.str}"] = np.ascontiguousarray(np.moveaxis(whole, -1, 0))
    np.savez_compressed(stream, allow_pickle=False, **planes)
    return stream.getvalue()
