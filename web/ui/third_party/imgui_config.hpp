#pragma once

// What Dear ImGui and ImPlot are built without here, for the size of the page, and with.

#define IMGUI_DISABLE_DEMO_WINDOWS
#define IMGUI_DISABLE_DEBUG_TOOLS
#define IMGUI_DISABLE_OBSOLETE_FUNCTIONS
#define IMGUI_DISABLE_OBSOLETE_KEYIO
#define IMGUI_DISABLE_FILE_FUNCTIONS
#define IMGUI_DISABLE_DEFAULT_SHELL_FUNCTIONS
#define IMGUI_DISABLE_DEFAULT_FILE_FUNCTIONS
#define IMGUI_DISABLE_SSE

#ifdef NDEBUG
#define IM_ASSERT(condition) static_cast<void>(0)
#endif

// WebGL has no drawing with an offset into the vertices, so indices have to reach them all.
#define ImDrawIdx unsigned int

#define IMPLOT_DISABLE_OBSOLETE_FUNCTIONS
#define IMPLOT_CUSTOM_NUMERIC_TYPES (double)
