"""Writes the glyphs of a font that the page needs as a C++ array.

Usage: embed_font.py FONT CODE-POINTS NAME OUTPUT

CODE-POINTS is a comma-separated list of code points and ranges in hexadecimal, such as "20-7E,3B1". Figures take the
font's tabular shapes where it has them, so that a running number does not tremble. Hints and layout tables are dropped:
Dear ImGui's rasteriser reads neither.
"""

import io
import sys

from fontTools import subset
from fontTools.ttLib import TTFont


def code_points(text):
    points = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        points.extend(range(int(first, 16), int(last or first, 16) + 1))
    return points


def tabular_shapes(font):
    """The substitutions of the font's feature "tnum": glyph name to glyph name."""
    shapes = {}
    table = font["GSUB"].table if "GSUB" in font else None
    for record in table.FeatureList.FeatureRecord if table else []:
        if record.FeatureTag != "tnum":
            continue
        for index in record.Feature.LookupListIndex:
            for lookup in table.LookupList.Lookup[index].SubTable:
                lookup = getattr(lookup, "ExtSubTable", lookup)
                shapes.update(getattr(lookup, "mapping", {}))
    return shapes


def use_tabular_figures(font):
    shapes = tabular_shapes(font)
    for table in font["cmap"].tables:
        for digit in "0123456789":
            glyph = table.cmap.get(ord(digit))
            if glyph in shapes:
                table.cmap[ord(digit)] = shapes[glyph]


def subset_bytes(path, points):
    font = TTFont(path)
    use_tabular_figures(font)
    options = subset.Options(hinting=False, desubroutinize=True, notdef_outline=False, name_IDs=[], layout_features=[])
    options.drop_tables += ["FFTM", "GSUB", "GPOS", "GDEF", "kern"]
    worker = subset.Subsetter(options)
    worker.populate(unicodes=points)
    worker.subset(font)
    buffer = io.BytesIO()
    font.save(buffer)
    return buffer.getvalue()


def main():
    path, points, name, output = sys.argv[1:]
    data = subset_bytes(path, code_points(points))
    rows = [", ".join(str(byte) for byte in data[i : i + 32]) for i in range(0, len(data), 32)]
    with open(output, "w", encoding="ascii") as file:
        file.write('#include "font_data.hpp"\n\nnamespace polarize::ui {\n\n')
        file.write("static constexpr unsigned char bytes[] = {\n" + ",\n".join(rows) + "};\n\n")
        file.write(f"std::span<const unsigned char> {name}() {{ return bytes; }}\n\n}}  // namespace polarize::ui\n")


main()
