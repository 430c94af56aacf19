#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "figures/colormap.hpp"

namespace polarize::native {

/// A rectangle in pixels, y downwards.
struct Box {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;
};

/// Where a text stands against its point.
enum class Anchor { start, middle, end };

/// A white picture to draw on, drawn by cairo.
class Canvas {
  public:
    Canvas(int width, int height);
    ~Canvas();
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;

    /// `colours`, `columns` to a row and the first row at the bottom, as cells that fill `box`.
    void cells(const Box& box, const std::vector<Colour>& colours, int columns);
    void outline(const Box& box);
    void line(double x0, double y0, double x1, double y1);

    /// A line of text whose middle height is at y.
    void text(double x, double y, std::string_view words, double size, Anchor anchor);
    /// The same, reading upwards.
    void upright_text(double x, double y, std::string_view words, double size);

    /// The picture as a PNG file.
    std::string png() const;

  private:
    struct Drawing;
    std::unique_ptr<Drawing> drawing_;
};

}  // namespace polarize::native
