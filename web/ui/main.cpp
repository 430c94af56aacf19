#include <emscripten.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <polarize/error.hpp>
#include <polarize/snapshot_codec.hpp>
#include "export_csv.hpp"
#include "font.hpp"
#include "imgui.h"
#include "implot.h"
#include "layout.hpp"
#include "platform.hpp"
#include "state_text.hpp"
#include "theme.hpp"
#include "transport.hpp"
#include "view_state.hpp"

// The module's face to the page. The page calls the functions below; the module answers through Module.onCommand(verb,
// argument):
//   select TEXT      start a new run of this state text          set NAME=VALUE   change a live parameter of the run
//   play, pause      wish to run or to stop                      step N           make N further updates
//   reset            start the run again                         pace TEXT        steps=N or decades=N a second, or max
//   url TEXT         state text for the address                  edit JSON        put a native input over a value
//   height N         css pixels that everything takes            error TEXT       something could not be used
//   dirty            a frame is wanted
EM_JS_DEPS(polarize_ui_commands, "$UTF8ToString");
EM_JS(void, send_command, (const char* verb, const char* argument), {
    if (Module["onCommand"]) Module["onCommand"](UTF8ToString(verb), UTF8ToString(argument));
});

namespace polarize::ui {

namespace {

/// Frames that Dear ImGui gets after the last event, for hover and press to settle.
constexpr int settling_frames = 3;

/// All that lives as long as the page.
struct Application {
    ViewState state{.choices = default_choices(),
                    .store = {},
                    .latest = {},
                    .scrubbed = {},
                    .hovered = {},
                    .engine = {},
                    .error = {}};
    Memory memory;
    Fonts fonts;
    const Theme* theme = &light_theme();
    std::vector<std::byte> received;
    std::string exported;
    float width = 0, height = 0, ratio = 0, scroll = 0;
    float fonts_ratio = 0;    ///< what the fonts were rasterised for
    float height_wanted = 0;  ///< css pixels that everything takes
    float height_sent = 0;    ///< what the page was last told of it
    bool resized = false;
    bool lost = false;  ///< the WebGL context is gone
    int frames_wanted = 0;
};

/// Made when the page first calls.
Application& application() {
    static Application instance;
    return instance;
}

void wake() {
    const bool asleep = application().frames_wanted == 0;
    application().frames_wanted = settling_frames;
    if (asleep) send_command("dirty", "");
}

void send(const Commands& commands) {
    for (const Command& command : commands) send_command(command.verb.c_str(), command.argument.c_str());
}

void report(const std::string& message) { send_command("error", message.c_str()); }

void prepare_fonts() {
    if (application().fonts_ratio == application().ratio) return;
    application().fonts_ratio = application().ratio;
    application().fonts = build_fonts(application().ratio);
    renew_font_texture();
}

void prepare_canvas() {
    if (!application().resized) return;
    application().resized = false;
    resize_platform(application().width, application().height, application().ratio);
    prepare_fonts();
}

/// One window that covers the canvas; everything is drawn into it.
void begin_canvas_window() {
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    ImGui::Begin("##canvas", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBackground |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    // Soft edges are one device pixel wide, not one css pixel.
    ImGui::GetWindowDrawList()->_FringeScale = 1 / application().ratio;
}

/// Draws everything once. Returns what the page has to do.
Commands draw_pass(double now) {
    Application& app = application();
    begin_platform_frame(now);
    ImGui::NewFrame();
    begin_canvas_window();
    Wishes wishes;
    const Clock clock = plot_clock(app.state);
    const Frame frame{app.state,  clock,  *app.theme,           app.fonts,
                      app.memory, wishes, is_folded(app.width), is_narrow(app.width)};
    app.height_wanted = draw_page(frame, app.width, app.scroll);
    read_keys(frame);
    ImGui::End();
    ImGui::Render();
    end_platform_frame(app.theme->background);
    const std::optional<std::size_t> hovered = app.state.hovered;
    Commands commands = apply(wishes, app.state);
    if (hovered != app.state.hovered || !commands.empty()) app.frames_wanted = settling_frames;
    return commands;
}

/// Draws a frame: twice where cards turned out to be higher or lower than expected, so that nobody sees the first.
Commands draw_frame(double now) {
    Application& app = application();
    const CardHeights expected = app.memory.heights;
    Commands commands = draw_pass(now);
    if (app.memory.heights != expected) {
        const Commands more = draw_pass(now);
        commands.insert(commands.end(), more.begin(), more.end());
    }
    if (app.height_wanted != app.height_sent) {
        app.height_sent = app.height_wanted;
        commands.push_back({"height", std::to_string(static_cast<int>(app.height_sent))});
    }
    return commands;
}

void start_imgui() {
    ImGui::CreateContext();
    ImPlot::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
    apply(*application().theme);
}

}  // namespace

}  // namespace polarize::ui

using namespace polarize::ui;

extern "C" {

/// Takes over the canvas. Returns 0, or why it could not: 1 there is no such canvas, 2 no WebGL 2, 3 SDL did not start.
EMSCRIPTEN_KEEPALIVE int ui_start(const char* canvas_selector) {
    start_imgui();
    return static_cast<int>(open_platform(canvas_selector, wake));
}

EMSCRIPTEN_KEEPALIVE void ui_resize(float css_width, float css_height, float pixel_ratio) {
    application().width = css_width;
    application().height = css_height;
    application().ratio = pixel_ratio;
    application().resized = true;
    wake();
}

/// How far the page is scrolled into what is drawn, css pixels.
EMSCRIPTEN_KEEPALIVE void ui_scroll(float y) {
    application().scroll = y;
    wake();
}

/// Draws a frame if one is due. Returns the milliseconds until the next one is wanted: 0 at once, below 0 not until
/// something happens.
EMSCRIPTEN_KEEPALIVE double ui_frame(double now_milliseconds) {
    Application& app = application();
    if (app.lost || app.width < 1 || app.height < 1 || app.frames_wanted == 0) return -1;
    prepare_canvas();
    --app.frames_wanted;
    send(draw_frame(now_milliseconds / 1000));
    return app.frames_wanted > 0 ? 0 : -1;
}

/// Room for an encoded snapshot of `bytes` bytes, valid until the next call.
EMSCRIPTEN_KEEPALIVE std::byte* ui_buffer(std::size_t bytes) {
    application().received.resize(bytes);
    return application().received.data();
}

/// Announces the run that the following snapshots belong to.
EMSCRIPTEN_KEEPALIVE void ui_run(double number) {
    application().state.store.begin_run(static_cast<std::int64_t>(number));
    application().state.error.clear();
}

/// Shows the snapshot that was written to the buffer.
EMSCRIPTEN_KEEPALIVE void ui_snapshot(std::size_t bytes) {
    try {
        receive(application().state, polarize::decode(std::span(application().received).first(bytes)));
    } catch (const polarize::Error& error) {
        report(error.what());
    }
    wake();
}

EMSCRIPTEN_KEEPALIVE void ui_theme(int dark) {
    application().theme = dark != 0 ? &dark_theme() : &light_theme();
    apply(*application().theme);
    wake();
}

/// Takes over experiment, parameters, pace and view from state text.
EMSCRIPTEN_KEEPALIVE void ui_state(const char* text) {
    ReadChoices read = read_choices(text);
    application().state.choices = std::move(read.choices);
    for (const std::string& message : read.errors) report(message);
    wake();
}

/// Sets a parameter to what was typed, "name=value", as if its control had been moved.
EMSCRIPTEN_KEEPALIVE void ui_edit(const char* text) {
    const std::string assignment = text;
    const std::size_t equals = std::min(assignment.find('='), assignment.size());
    try {
        Wishes wishes;
        wishes.choices = application().state.choices;
        wishes.choices->params.set(assignment.substr(0, equals),
                                   assignment.substr(std::min(equals + 1, assignment.size())));
        send(apply(wishes, application().state));
    } catch (const polarize::Error& error) {
        report(error.what());
    }
    wake();
}

EMSCRIPTEN_KEEPALIVE void ui_playing(int playing) {
    application().state.playing = playing != 0;
    wake();
}

/// Whether the keyboard belongs to the canvas.
EMSCRIPTEN_KEEPALIVE void ui_active(int active) {
    application().state.active = active != 0;
    activate_keys(active != 0);
    wake();
}

/// Names the engine's build.
EMSCRIPTEN_KEEPALIVE void ui_engine(const char* text) {
    application().state.engine = text;
    wake();
}

/// Shows that something outside the drawn part went wrong; "" when all is well again.
EMSCRIPTEN_KEEPALIVE void ui_error(const char* text) {
    application().state.error = text;
    wake();
}

/// The recorded history as comma-separated values, valid until the next call.
EMSCRIPTEN_KEEPALIVE const char* ui_export_csv() {
    application().exported = csv_text(application().state.store.history());
    return application().exported.c_str();
}

EMSCRIPTEN_KEEPALIVE void ui_context_lost() {
    application().lost = true;
    forget_graphics();
}

EMSCRIPTEN_KEEPALIVE void ui_context_restored() {
    application().lost = false;
    rebuild_graphics();
    wake();
}

}  // extern "C"
