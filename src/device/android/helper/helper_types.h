// helper_types.h: what is asked of the helper, and what it says
#ifndef AT_DEVICE_ANDROID_HELPER_HELPER_TYPES_H
#define AT_DEVICE_ANDROID_HELPER_HELPER_TYPES_H

#include "base/arena.h"
#include "base/err.h"
#include "device/gesture.h"
#include "device/input.h"
#include "screen/tree.h"

// How far a bring-up has come; each failure is of one of them.
enum at_helper_stage {
    AT_HELPER_STAGE_APK,          // the APK of this host is found and read
    AT_HELPER_STAGE_INSTALL,      // the device has that version
    AT_HELPER_STAGE_LAUNCH,       // `am instrument` runs
    AT_HELPER_STAGE_UIAUTOMATION, // nobody else holds it
    AT_HELPER_STAGE_LISTEN,       // the device's port is free
    AT_HELPER_STAGE_READY,        // it answers
    AT_HELPER_STAGE_VERSION,      // and speaks our version
    AT_HELPER_STAGE_UP,
};

// How it was brought up.
struct at_helper_came {
    enum at_helper_stage stage; // reached; where it failed, the failing one
    bool installed;             // it was missing or stale
    bool repaired;              // the first launch had failed
    int64_t held_ms; // waited for what held UiAutomation and then let go
    int64_t took_ns;
};

struct at_helper_status {
    char version[64];
    int64_t version_code;
    int64_t protocol_version;
    int64_t linger_ms;
    int64_t sdk;
    char model[128];
    char manufacturer[128];
};

// The screen.
struct at_helper_tree_ask {
    bool compact;        // without nodes that have no text and no action
    bool invisible;      // also what nobody can see
    const char *package; // its windows alone; NULL: all
};

enum at_helper_format { AT_HELPER_PNG, AT_HELPER_JPEG };
struct at_helper_shot_ask {
    enum at_helper_format format;
    int quality;         // of JPEG, 1 to 100; 0: the helper's default
    double scale;        // 0.05 to 1; 0: 1
    int64_t max_side_px; // of the longer side; 0: no limit
};
struct at_helper_shot {
    int32_t width_px; // of the picture
    int32_t height_px;
    int32_t screen_width_px;
    int32_t screen_height_px;
};

// Quiet.
struct at_helper_idle_ask {
    int64_t timeout_ms;  // 0 to 60000
    int64_t quiet_ms;    // 0 to 10000; so long without an event
    const char *package; // its events alone disturb; NULL: all
    int64_t change_ms;   // 0 to 60000; first wait so long for an event …
    int64_t since; // … of this number (an earlier wait's next) or higher;
                   // 0: from the request on
};
struct at_helper_noise {
    char package[128];
    char class_name[128];
    char type[64];
    int64_t count;
};
enum { AT_HELPER_NOISE_MAX = 3 };
struct at_helper_idle {
    bool idle; // false: it was not quiet in time, which is no failure
    int64_t waited_ms;
    int64_t next;       // number of the first event that it has not seen
    size_t noise_count; // what kept it busy, the most frequent first
    struct at_helper_noise noise[AT_HELPER_NOISE_MAX];
};

// What an app is made with: "flutter", "react_native", "compose", "native".
struct at_helper_framework {
    struct at_str package;
    struct at_str primary;
    struct at_str *frameworks; // owned by arena, as all texts are
    size_t framework_count;
    struct at_str *signals; // "lib:libflutter.so"
    size_t signal_count;
    struct at_arena arena;
};

enum at_helper_text_mode {
    AT_HELPER_TEXT_INSERT, // at the cursor, in place of the selection
    AT_HELPER_TEXT_REPLACE,
};
enum at_helper_text_method {
    AT_HELPER_TEXT_AUTO, // set, else by keys
    AT_HELPER_TEXT_SET,
    AT_HELPER_TEXT_KEYS,
};

enum at_helper_action_kind {
    AT_HELPER_TAP,
    AT_HELPER_LONG_PRESS,
    AT_HELPER_SWIPE,
    AT_HELPER_GESTURE,
    AT_HELPER_KEY,
    AT_HELPER_TEXT,
    AT_HELPER_ACTION_KINDS,
};
struct at_helper_action {
    enum at_helper_action_kind kind;
    struct at_point at;    // TAP, LONG_PRESS; TEXT where has_place
    int64_t count;         // TAP 1 to 10, KEY 1 to 5000; 0: 1
    int64_t interval_ms;   // TAP: between two
    int64_t duration_ms;   // LONG_PRESS
    struct at_swipe swipe; // SWIPE
    int64_t hold_ms;       // … rests before the finger is lifted: no fling
    const struct at_gesture *gesture; // GESTURE, borrowed; not a double tap
    struct at_str key;                // KEY: "KEYCODE_BACK", "BACK" or a number
    bool long_press;                  // KEY
    struct at_str text;               // TEXT, UTF-8, borrowed
    enum at_helper_text_mode mode;
    enum at_helper_text_method method;
    bool has_place; // TEXT into the field at that place, not the focused one
};

// What an action's answer says.
struct at_helper_did {
    bool ok;
    bool by_keys;        // TEXT: not set
    bool password;       // TEXT: into a password field
    bool has_value;      // TEXT: value is the field's content
    struct at_str value; // owned by the result's arena
    enum at_code code;   // ok false: as err would have
    struct at_str error; // … the helper's words, with its code
    bool touched;        // … something of it may have been done
};

enum { AT_HELPER_ACTIONS_MAX = 16 };
struct at_helper_step {
    const struct at_helper_action *actions;
    size_t count;                          // 0 to AT_HELPER_ACTIONS_MAX
    const struct at_helper_idle_ask *idle; // NULL: does not wait
    const struct at_helper_tree_ask *tree; // NULL: reads none
};
struct at_helper_event {
    int64_t seq;
    int64_t uptime_ms;
    struct at_str type; // "TYPE_WINDOW_STATE_CHANGED"
    struct at_str package;
    struct at_str class_name;
    struct at_str text; // empty for password fields
    bool toast;
};
struct at_helper_outcome {
    struct at_helper_did did[AT_HELPER_ACTIONS_MAX];
    size_t did_count; // tried; the last one may have failed
    bool has_idle;
    struct at_helper_idle idle;
    struct at_tree *tree;         // owned; NULL where none was read
    enum at_code tree_code;       // why there is none; AT_OK: not asked for
    struct at_str tree_error;     // … in words
    struct at_helper_event *news; // windows, toasts and announcements since
    size_t news_count;            // before the first action, oldest first
    int64_t input_ms;             // what the device says of its times
    int64_t idle_ms;
    int64_t tree_ms;
    struct at_arena arena; // owns every text above
};

#endif
