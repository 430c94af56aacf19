#pragma once

namespace polarize::ui {

/// The canvas: SDL2 hands over what the reader does to it, WebGL 2 draws on it. There is one.

enum class OpenResult { ok = 0, no_canvas = 1, no_webgl2 = 2, no_sdl = 3 };

/// Takes over the canvas that the css selector names. `on_event` is called from within the browser's own event handlers
/// whenever something arrived that deserves a new frame.
OpenResult open_platform(const char* canvas_selector, void (*on_event)());

/// Sets the canvas's size in css pixels and device pixels a css pixel.
void resize_platform(float css_width, float css_height, float pixel_ratio);

/// Whether keys reach the application; otherwise they stay the browser's.
void activate_keys(bool active);

/// Gives Dear ImGui the size, the time and everything that happened since the last frame. `now` is in seconds.
void begin_platform_frame(double now);

/// Draws what Dear ImGui has rendered on a ground of `colour` (ImU32), and shows the pointer's shape.
void end_platform_frame(unsigned colour);

/// Rebuilds the texture of the fonts after they changed.
void renew_font_texture();

/// The WebGL context is gone, or there again; in between nothing may be drawn.
void forget_graphics();
void rebuild_graphics();

}  // namespace polarize::ui
