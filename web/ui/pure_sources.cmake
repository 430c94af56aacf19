# Sources of the drawn part that need neither Dear ImGui nor a browser, relative to this folder.
set(ui_pure_sources
    clock.cpp
    export_csv.cpp
    history_store.cpp
    line_selection.cpp
    number_text.cpp
    parameter_view.cpp
    simplex_geometry.cpp
    state_text.cpp
    strings.cpp
    ticks.cpp
    view_state.cpp
    wishes.cpp)
list(TRANSFORM ui_pure_sources PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
