#include "platform.hpp"

#include <GLES3/gl3.h>
#include <SDL.h>
#include <emscripten.h>
#include <emscripten/html5.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>

#include "imgui.h"
#include "imgui_impl_opengl3.h"

// SDL looks for the canvas under the fixed name "#canvas", and sets the pointer's shape on Module.canvas. Touch events
// go on while a browser scrolls the page with the finger; only the pointer events tell that it took the finger over.
EM_JS_DEPS(polarize_ui_platform, "$specialHTMLTargets,$UTF8ToString");
EM_JS(int, adopt_canvas, (const char* selector), {
    const canvas = document.querySelector(UTF8ToString(selector));
    if (!canvas) return 0;
    specialHTMLTargets["#canvas"] = canvas;
    Module["canvas"] = canvas;
    canvas.addEventListener("pointercancel", Module["_ui_finger_taken"]);
    return 1;
});

namespace polarize::ui {

namespace {

constexpr const char* canvas_name = "#canvas";

SDL_Window* window = nullptr;
void (*notify)() = nullptr;
bool keys_active = false;
bool finger_taken = false;  ///< the browser scrolls with the finger that is down
double last_time = 0;
float width = 0, height = 0, ratio = 1;
std::array<SDL_Cursor*, 3> cursors{};

bool is_shortcut(const SDL_KeyboardEvent& key) {
    const bool plain = (key.keysym.mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI)) == 0;
    const SDL_Keycode code = key.keysym.sym;
    return plain && (code == SDLK_SPACE || code == SDLK_RIGHT || code == SDLK_r);
}

/// Drops the keys that are not ours before SDL keeps the browser from acting on them.
int filter_event(void*, SDL_Event* event) {
    const bool key = event->type == SDL_KEYDOWN || event->type == SDL_KEYUP;
    if (key && !(keys_active && is_shortcut(event->key))) return 0;
    notify();
    return 1;
}

bool open_graphics() {
    EmscriptenWebGLContextAttributes attributes;
    emscripten_webgl_init_context_attributes(&attributes);
    attributes.alpha = false;
    attributes.depth = false;
    attributes.antialias = false;
    attributes.majorVersion = 2;
    const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = emscripten_webgl_create_context(canvas_name, &attributes);
    return context > 0 && emscripten_webgl_make_context_current(context) == EMSCRIPTEN_RESULT_SUCCESS;
}

bool open_window() {
    SDL_SetHint(SDL_HINT_EMSCRIPTEN_KEYBOARD_ELEMENT, canvas_name);
    SDL_SetHint(SDL_HINT_MOUSE_TOUCH_EVENTS, "0");
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return false;
    // The wheel, the fingers and the typing stay the browser's: SDL stops the default only of events that are enabled.
    // The mark that SDL puts behind the events at each poll is none that deserves a frame.
    for (const SDL_EventType type : {SDL_MOUSEWHEEL, SDL_FINGERDOWN, SDL_FINGERUP, SDL_FINGERMOTION, SDL_TEXTINPUT,
                                     SDL_TEXTEDITING, SDL_POLLSENTINEL}) {
        SDL_EventState(type, SDL_IGNORE);
    }
    SDL_SetEventFilter(filter_event, nullptr);
    window = SDL_CreateWindow("", 0, 0, 1, 1, 0);
    // A page that listens for being left is kept out of the browser's back-and-forward cache.
    emscripten_set_beforeunload_callback(nullptr, nullptr);
    return window != nullptr;
}

ImGuiKey key_of(SDL_Keycode code) {
    if (code == SDLK_SPACE) return ImGuiKey_Space;
    if (code == SDLK_RIGHT) return ImGuiKey_RightArrow;
    return code == SDLK_r ? ImGuiKey_R : ImGuiKey_None;
}

void set_source(ImGuiIO& io, Uint32 which) {
    io.AddMouseSourceEvent(which == SDL_TOUCH_MOUSEID ? ImGuiMouseSource_TouchScreen : ImGuiMouseSource_Mouse);
}

/// A finger that was taken over lets go of what it held, beside it, so that nothing counts as pressed.
void let_go(ImGuiIO& io) {
    io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
    io.AddMouseButtonEvent(ImGuiMouseButton_Left, false);
}

void add_motion(ImGuiIO& io, const SDL_MouseMotionEvent& motion) {
    if (finger_taken && motion.which == SDL_TOUCH_MOUSEID) return;
    set_source(io, motion.which);
    io.AddMousePosEvent(static_cast<float>(motion.x), static_cast<float>(motion.y));
}

void add_button(ImGuiIO& io, const SDL_MouseButtonEvent& button) {
    if (button.button != SDL_BUTTON_LEFT) return;
    const bool down = button.state == SDL_PRESSED;
    if (down) finger_taken = false;
    if (finger_taken && button.which == SDL_TOUCH_MOUSEID) return let_go(io);
    set_source(io, button.which);
    io.AddMousePosEvent(static_cast<float>(button.x), static_cast<float>(button.y));
    io.AddMouseButtonEvent(ImGuiMouseButton_Left, down);
}

void add_event(ImGuiIO& io, const SDL_Event& event) {
    switch (event.type) {
        case SDL_MOUSEMOTION: add_motion(io, event.motion); break;
        case SDL_MOUSEBUTTONDOWN:
        case SDL_MOUSEBUTTONUP: add_button(io, event.button); break;
        case SDL_KEYDOWN:
        case SDL_KEYUP: io.AddKeyEvent(key_of(event.key.keysym.sym), event.type == SDL_KEYDOWN); break;
        case SDL_WINDOWEVENT:
            if (event.window.event == SDL_WINDOWEVENT_LEAVE && !io.MouseDown[0])
                io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
            if (event.window.event == SDL_WINDOWEVENT_FOCUS_LOST) io.AddFocusEvent(false);
            break;
        default: break;
    }
}

void show_cursor() {
    static ImGuiMouseCursor shown = ImGuiMouseCursor_Arrow;
    const ImGuiMouseCursor wanted = ImGui::GetMouseCursor();
    if (wanted == shown) return;
    shown = wanted;
    SDL_SetCursor(cursors[wanted == ImGuiMouseCursor_Hand ? 1 : wanted == ImGuiMouseCursor_TextInput ? 2 : 0]);
}

}  // namespace

OpenResult open_platform(const char* canvas_selector, void (*on_event)()) {
    notify = on_event;
    if (adopt_canvas(canvas_selector) == 0) return OpenResult::no_canvas;
    if (!open_window()) return OpenResult::no_sdl;
    if (!open_graphics()) return OpenResult::no_webgl2;
    cursors = {SDL_CreateSystemCursor(SDL_SYSTEM_CURSOR_ARROW), SDL_CreateSystemCursor(SDL_SYSTEM_CURSOR_HAND),
               SDL_CreateSystemCursor(SDL_SYSTEM_CURSOR_IBEAM)};
    ImGui_ImplOpenGL3_Init("#version 300 es");
    return OpenResult::ok;
}

void resize_platform(float css_width, float css_height, float pixel_ratio) {
    width = css_width;
    height = css_height;
    ratio = pixel_ratio;
    // SDL reports the pointer in its window's units; a window as large as the canvas in css pixels makes those css
    // pixels.
    SDL_SetWindowSize(window, static_cast<int>(std::lround(css_width)), static_cast<int>(std::lround(css_height)));
    emscripten_set_canvas_element_size(canvas_name, static_cast<int>(std::lround(css_width * pixel_ratio)),
                                       static_cast<int>(std::lround(css_height * pixel_ratio)));
}

void activate_keys(bool active) { keys_active = active; }

void begin_platform_frame(double now) {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {width, height};
    io.DisplayFramebufferScale = {ratio, ratio};
    io.DeltaTime = static_cast<float>(std::clamp(now - last_time, 0.001, 0.1));
    last_time = now;
    SDL_Event event;
    while (SDL_PollEvent(&event) != 0) add_event(io, event);
    ImGui_ImplOpenGL3_NewFrame();
}

void end_platform_frame(unsigned colour) {
    const ImVec4 ground = ImGui::ColorConvertU32ToFloat4(colour);
    glViewport(0, 0, static_cast<int>(std::lround(width * ratio)), static_cast<int>(std::lround(height * ratio)));
    glClearColor(ground.x, ground.y, ground.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    show_cursor();
}

void renew_font_texture() {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

void forget_graphics() { ImGui_ImplOpenGL3_DestroyDeviceObjects(); }
void rebuild_graphics() { ImGui_ImplOpenGL3_CreateDeviceObjects(); }

}  // namespace polarize::ui

/// The browser took over the finger that is down.
extern "C" EMSCRIPTEN_KEEPALIVE void ui_finger_taken() {
    polarize::ui::finger_taken = true;
    polarize::ui::let_go(ImGui::GetIO());
    polarize::ui::notify();
}
