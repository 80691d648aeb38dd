// scene.h: one reading of the screen, as a value; pure
//
// A run keeps its scenes, so a claim can be evaluated on each of them: before a
// step, in between, after it. A scene contains everything that a person could
// see in the app's own windows; system bars, keyboards and other apps are left
// out. It owns its texts and outlives its tree.
#ifndef AT_AGENT_PROOF_SCENE_H
#define AT_AGENT_PROOF_SCENE_H

#include "agent/scenario.h"
#include "screen/detect.h"
#include "screen/tree.h"

enum {
    AT_SCENE_ROWS_MAX = 4000,     // then the scene is partial
    AT_SCENE_TEXT_MAX = 4 * 1024, // bytes of one text; a longer one is cut
};

// One visible element. Texts are views into the scene's arena.
struct at_scene_row {
    struct at_str text;        // shown text, without a field's value
    struct at_str description; // text for screen readers
    struct at_str label;       // a control's label, whichever element shows it
    struct at_str value;       // a field's or slider's; bullets for a password
    struct at_str hint;        // a field's hint
    struct at_str error;       // a field's error
    struct at_str id;          // without its package
    struct at_rect box;        // the visible part
    uint32_t flags;            // enum at_node_flag
    enum at_role role;
    bool error_unseen; // copied from the node
    bool is_loading;   // it is the loading indicator
    size_t parent;     // the row around it; AT_SCENE_NONE: none
    size_t end;        // index after the rows inside it
};

#define AT_SCENE_NONE ((size_t)-1)

struct at_scene {
    struct at_arena arena;     // owned; has the texts
    struct at_scene_row *rows; // owned; in reading order, parents first
    size_t count;
    struct at_str package;      // the app in front
    bool is_inside;             // an app of the scenario is in front
    bool is_loading;            // an indicator says so (screen/loading.h)
    bool is_gone;               // the app was ended: the scene is empty
    enum at_dialog_kind dialog; // the system's dialog in front of the app
    struct at_str dialog_title;
    bool is_partial;       // not all of the screen could be read
    struct at_argv toasts; // owned; shown since the last action
    int32_t width_px;
    int32_t height_px;
    int64_t at_ms; // time of the reading, by a monotonic clock
};

// Facts that the tree lacks.
struct at_scene_about {
    const struct at_scenario *scenario; // its apps are the app's own windows
    struct at_str front; // the app in front, where trees have no packages
    int64_t at_ms;
};

// Take a scene from a finished tree. tree may be NULL: nothing is known, and
// the scene is empty and partial.
void at_scene_take(const struct at_tree *tree,
                   const struct at_scene_about *about, struct at_scene *out);
// Make the scene between the end of the app under test and its next start.
void at_scene_gone(int64_t at_ms, struct at_scene *out);
void at_scene_deinit(struct at_scene *scene); // twice is allowed
// Return true if both show the same, at the same places.
bool at_scene_eq(const struct at_scene *a, const struct at_scene *b);

// Return true if the row at index inner is inside that at index outer, or is
// it.
bool at_scene_holds(const struct at_scene *scene, size_t outer, size_t inner);

#endif
