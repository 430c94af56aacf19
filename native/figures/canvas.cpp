#include "figures/canvas.hpp"

#include <cairo/cairo.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>

namespace polarize::native {
namespace {

struct DestroySurface {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
struct DestroyContext {
    void operator()(cairo_t* context) const { cairo_destroy(context); }
};
using Surface = std::unique_ptr<cairo_surface_t, DestroySurface>;
using Context = std::unique_ptr<cairo_t, DestroyContext>;

void check(cairo_status_t status) {
    if (status != CAIRO_STATUS_SUCCESS)
        throw std::runtime_error(std::string("picture: cannot be drawn: ") + cairo_status_to_string(status));
}

Surface make_surface(int width, int height) {
    Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
    check(cairo_surface_status(surface.get()));
    return surface;
}

/// A colour as the surface's pixels hold it.
std::uint32_t pixel(const Colour& colour) {
    const auto level = [](double part) { return static_cast<std::uint32_t>(std::lround(255 * part)); };
    return level(colour.red) << 16U | level(colour.green) << 8U | level(colour.blue);
}

cairo_status_t append(void* target, const unsigned char* data, unsigned int size) {
    static_cast<std::string*>(target)->append(reinterpret_cast<const char*>(data), size);
    return CAIRO_STATUS_SUCCESS;
}

}  // namespace

struct Canvas::Drawing {
    Surface surface;
    Context context;
};

Canvas::Canvas(int width, int height) : drawing_(std::make_unique<Drawing>()) {
    drawing_->surface = make_surface(width, height);
    drawing_->context.reset(cairo_create(drawing_->surface.get()));
    cairo_t* const context = drawing_->context.get();
    cairo_set_source_rgb(context, 1, 1, 1);
    cairo_paint(context);
    cairo_set_source_rgb(context, 0, 0, 0);
    cairo_set_line_width(context, 2);
    cairo_select_font_face(context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
}

Canvas::~Canvas() = default;

void Canvas::cells(const Box& box, const std::vector<Colour>& colours, int columns) {
    const int rows = static_cast<int>(colours.size()) / columns;
    const Surface image = make_surface(columns, rows);
    cairo_surface_flush(image.get());
    const int stride = cairo_image_surface_get_stride(image.get());
    unsigned char* const bytes = cairo_image_surface_get_data(image.get());
    auto colour = colours.begin();
    for (int row = rows - 1; row >= 0; --row) {
        auto* const start = reinterpret_cast<std::uint32_t*>(bytes + static_cast<std::ptrdiff_t>(row) * stride);
        const std::span pixels(start, static_cast<std::size_t>(columns));
        for (std::uint32_t& one : pixels) one = pixel(*colour++);
    }
    cairo_surface_mark_dirty(image.get());

    cairo_t* const context = drawing_->context.get();
    cairo_save(context);
    cairo_translate(context, box.x, box.y);
    cairo_scale(context, box.width / columns, box.height / rows);
    cairo_set_source_surface(context, image.get(), 0, 0);
    // Fewer pixels than cells: averaged. More: each cell keeps its edges.
    const bool shrinks = columns > box.width || rows > box.height;
    cairo_pattern_set_filter(cairo_get_source(context), shrinks ? CAIRO_FILTER_GOOD : CAIRO_FILTER_NEAREST);
    cairo_rectangle(context, 0, 0, columns, rows);
    cairo_fill(context);
    cairo_restore(context);
}

void Canvas::outline(const Box& box) {
    cairo_rectangle(drawing_->context.get(), box.x, box.y, box.width, box.height);
    cairo_stroke(drawing_->context.get());
}

void Canvas::line(double x0, double y0, double x1, double y1) {
    cairo_move_to(drawing_->context.get(), x0, y0);
    cairo_line_to(drawing_->context.get(), x1, y1);
    cairo_stroke(drawing_->context.get());
}

void Canvas::text(double x, double y, std::string_view words, double size, Anchor anchor) {
    cairo_t* const context = drawing_->context.get();
    const std::string terminated(words);
    cairo_set_font_size(context, size);
    cairo_text_extents_t extents;
    cairo_text_extents(context, terminated.c_str(), &extents);
    double shift = 0;
    if (anchor == Anchor::middle) shift = extents.x_advance / 2;
    else if (anchor == Anchor::end) shift = extents.x_advance;
    constexpr double middle_height = 0.36;  // of letters without descenders, in font sizes
    cairo_move_to(context, x - shift, y + middle_height * size);
    cairo_show_text(context, terminated.c_str());
}

void Canvas::upright_text(double x, double y, std::string_view words, double size) {
    constexpr double quarter_turn = -3.14159265358979323846 / 2;
    cairo_t* const context = drawing_->context.get();
    cairo_save(context);
    cairo_translate(context, x, y);
    cairo_rotate(context, quarter_turn);
    text(0, 0, words, size, Anchor::middle);
    cairo_restore(context);
}

std::string Canvas::png() const {
    check(cairo_status(drawing_->context.get()));
    std::string bytes;
    cairo_surface_flush(drawing_->surface.get());
    check(cairo_surface_write_to_png_stream(drawing_->surface.get(), append, &bytes));
    return bytes;
}

}  // namespace polarize::native
