"""Small training runs, and the files that they read and write."""

import json
import struct

import numpy as np

# A run of a fraction of a second.
SIZES = ["d=16", "heads=2", "sequences=128", "batch=32", "evaluation_sequences=30", "epochs=3"]
SMALL = [argument for size in SIZES for argument in ("--set", size)]

LAYERS, HEADS = 2, 2

# What may differ between two runs of the same numbers.
TIMES = {"ms_per_step", "wall_s", "steps_per_s", "threads"}


def without_times(result):
    """A run's JSON object without what the clock says."""
    return {name: value for name, value in result.items() if name not in TIMES}


def read_safetensors(path):
    """Metadata and arrays of a file, by the letter of the format."""
    content = path.read_bytes()
    [length] = struct.unpack("<Q", content[:8])
    header = json.loads(content[8 : 8 + length])
    metadata = header.pop("__metadata__", {})
    types = {"F16": np.float16, "F32": np.float32, "F64": np.float64, "I64": np.int64}
    arrays = {}
    for name, entry in header.items():
        begin, end = (8 + length + offset for offset in entry["data_offsets"])
        arrays[name] = np.frombuffer(content[begin:end], types[entry["dtype"]]).reshape(entry["shape"])
    return metadata, arrays


def write_safetensors(path, metadata, arrays):
    """Writes the file that read_safetensors reads."""
    types = {np.dtype(np.float16): "F16", np.dtype(np.float32): "F32", np.dtype(np.float64): "F64", np.dtype(np.int64): "I64"}
    header, data = {"__metadata__": metadata}, b""
    for name, array in arrays.items():
        end = len(data) + array.nbytes
        header[name] = {"dtype": types[array.dtype], "shape": array.shape, "data_offsets": [len(data), end]}
        data += array.tobytes()
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)
