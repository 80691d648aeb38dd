// helper_types.h: the values of requests to the helper and of its answers
#ifndef AT_DEVICE_ANDROID_HELPER_HELPER_TYPES_H
#define AT_DEVICE_ANDROID_HELPER_HELPER_TYPES_H

#include "base/arena.h"
#include "base/err.h"
#include "device/gesture.h"
#include "device/input.h"
#include "screen/tree.h"

// The stages of opening the helper; a failure belongs to one of them.
enum at_helper_stage {
    AT_HELPER_STAGE_FIND,         // find and read the file of this host
    AT_HELPER_STAGE_INSTALL,      // have that version on the device
    AT_HELPER_STAGE_LAUNCH,       // run it
    AT_HELPER_STAGE_UIAUTOMATION, // get it: one program at a time has it
    AT_HELPER_STAGE_LISTEN,       // bind the port on the device
    AT_HELPER_STAGE_READY,        // get the first answer
    AT_HELPER_STAGE_VERSION,      // compare protocol and version
    AT_HELPER_STAGE_UP,
};

// The known cause of a failed start.
enum at_helper_fault {
    AT_HELPER_FAULT_NONE,   // nothing: it may work the next time
    AT_HELPER_FAULT_HELD,   // another program has the device's UiAutomation
    AT_HELPER_FAULT_SLOW,   // it said nothing in time
    AT_HELPER_FAULT_KILLED, // this and all below: it cannot run
    AT_HELPER_FAULT_NO_PROGRAM,
    AT_HELPER_FAULT_LINKAGE,
    AT_HELPER_FAULT_FORBIDDEN,
    AT_HELPER_FAULT_DIED, // it ended without a word, or has no such class
};

struct at_helper_open_result {
    enum at_helper_stage stage; // UP, or the stage that failed
    enum at_helper_fault fault;
    int exit_status;    // DIED: exit status; -1: unknown
    bool installed;     // it was missing or of another version
    bool other_version; // an unusable version is installed
    bool attached;      // attached to another program's helper
    char jar[65];       // hash of the jar of the resident one
    bool relaunched;    // the first launch failed
    int64_t waited_ms;  // until UiAutomation was free
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

struct at_helper_tree_options {
    bool compact;        // leave out nodes without text and action
    bool invisible;      // include nodes that cannot be seen
    const char *package; // only its windows; NULL: all
};

enum at_helper_format { AT_HELPER_PNG, AT_HELPER_JPEG };
struct at_helper_shot_options {
    enum at_helper_format format;
    int quality;         // JPEG quality, 1 to 100; 0: the helper's default
    double scale;        // 0.05 to 1; 0: 1
    int64_t max_side_px; // limit of the longer side; 0: none
};
struct at_helper_shot {
    int32_t width_px; // width of the picture
    int32_t height_px;
    int32_t screen_width_px;
    int32_t screen_height_px;
};

struct at_helper_frame_options {
    int64_t since;       // number of the frame that the caller has; 0: none
    int64_t wait_ms;     // 0 to 10000, until there is another one
    int quality;         // 1 to 100; 0: the helper's default
    int64_t max_side_px; // limit of the longer side; 0: none
};
struct at_helper_frame {
    int64_t number;
    bool changed; // false: it is the one that the caller has
    bool picture; // false with changed: the system gives none now
    struct at_helper_shot shot;
};

struct at_helper_idle_options {
    int64_t timeout_ms;  // 0 to 60000
    int64_t quiet_ms;    // 0 to 10000 without an event
    const char *package; // only its events count; NULL: all
    int64_t change_ms;   // 0 to 60000: first wait up to this for an event
    int64_t since;       // first event that counts (an earlier next); 0: now
};
struct at_helper_noise {
    char package[128];
    char class_name[128];
    char type[64];
    int64_t count;
};
enum { AT_HELPER_NOISE_MAX = 3 };
// Result of comparing two trees at different times.
enum at_helper_trees {
    AT_HELPER_TREES_UNKNOWN, // it compared none
    AT_HELPER_TREES_EQUAL,
    AT_HELPER_TREES_TICKING, // only words differ that change again and again
    AT_HELPER_TREES_DIFFER,
};
struct at_helper_idle {
    bool idle; // false: not quiet in time, which is not a failure
    enum at_helper_trees trees;
    bool late;            // `where` has yet to get its content
    bool has_where;       // the trees differ, first at:
    char class_name[128]; // node or window type
    char id[128];         // may be ""
    char part[16];        // "nodes", "bounds", "flags", "text"
    struct at_rect where;
    int64_t waited_ms;
    int64_t next;       // number of the first event after the wait
    size_t noise_count; // the events that disturbed, most frequent first
    struct at_helper_noise noise[AT_HELPER_NOISE_MAX];
};

// Frameworks are "flutter", "react_native", "compose" and "native".
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
    AT_HELPER_TEXT_AUTO, // the first of these that works
    AT_HELPER_TEXT_SET,
    AT_HELPER_TEXT_KEYS,
    AT_HELPER_TEXT_PASTE, // through the clipboard, which is then restored
};

enum at_helper_action_kind {
    AT_HELPER_TAP,
    AT_HELPER_LONG_PRESS,
    AT_HELPER_SWIPE,
    AT_HELPER_GESTURE,
    AT_HELPER_KEY,
    AT_HELPER_TEXT,
    AT_HELPER_PROGRESS, // only of a node
    AT_HELPER_ACTION_KINDS,
};
struct at_helper_action {
    enum at_helper_action_kind kind;
    struct at_point at;    // TAP, LONG_PRESS, PROGRESS; TEXT where has_place
    int64_t count;         // TAP 1 to 10, KEY 1 to 5000; 0: 1
    int64_t interval_ms;   // TAP: between two
    int64_t duration_ms;   // LONG_PRESS
    struct at_swipe swipe; // SWIPE
    int64_t hold_ms;       // SWIPE: pause before lifting, to prevent a fling
    const struct at_gesture *gesture; // GESTURE, borrowed; not a double tap
    struct at_str key;                // KEY: "KEYCODE_BACK", "BACK" or a number
    bool long_press;                  // KEY
    double value;                     // PROGRESS, in the range of the node
    struct at_str text;               // TEXT, UTF-8, borrowed
    // TEXT: required content afterwards; NULL: any
    const struct at_str *expected;
    enum at_helper_text_mode mode;
    enum at_helper_text_method method;
    bool has_place; // TEXT into the field at that place, not the focused one
    // TAP, LONG_PRESS, SWIPE, TEXT, PROGRESS: the node to look up, and its
    // tree; NULL: none. Borrowed.
    const struct at_tree *tree;
    const struct at_node *node;
    bool force; // touch node even if other elements cover it
};

struct at_helper_action_result {
    bool ok;
    enum at_helper_text_method method; // TEXT: the one that worked
    bool password;                     // TEXT: into a password field
    bool has_value;                    // TEXT: value is the field's content now
    struct at_str value;               // owned by the outcome's arena
    struct at_err why;                 // if not ok
    enum at_refusal refusal;           // reason of why: nothing was touched
};

// The answer of an app's idling bridge, or the reason for its absence.
enum at_helper_idling_kind {
    AT_HELPER_IDLING_SAID,
    AT_HELPER_IDLING_STOPPED, // the app's process does not run
    AT_HELPER_IDLING_ABSENT,  // the app has no bridge
    AT_HELPER_IDLING_LATE,    // the app does not answer
    AT_HELPER_IDLING_CANNOT,  // this helper cannot ask it on this device
};
struct at_helper_idling {
    enum at_helper_idling_kind kind;
    int64_t wire; // this and the following if SAID
    bool idle;
    char *pending; // owned: free()
};

enum { AT_HELPER_ACTIONS_MAX = 16 };
struct at_helper_step {
    const struct at_helper_action *actions;
    size_t count;                              // 0 to AT_HELPER_ACTIONS_MAX
    const struct at_helper_idle_options *idle; // NULL: do not wait
    const struct at_helper_tree_options *tree; // NULL: do not read it
    int64_t since; // first event to report (a former next_event); 0: since the
                   // first action
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
    struct at_helper_action_result results[AT_HELPER_ACTIONS_MAX];
    size_t result_count; // actions tried; only the last may have failed
    bool has_idle;
    struct at_helper_idle idle;
    struct at_tree *tree; // owned; may be NULL
    struct at_err unread; // why tree is NULL; AT_OK: not requested
    bool lost;            // … and the helper has to be started again
    int64_t renewals;     // renewals of its connection: no window had content
    struct at_helper_event *events; // windows, toasts and announcements,
    size_t event_count;             // oldest first
    size_t events_missed;           // unreported events before these
    int64_t uptime_ms;              // uptime of the device at the answer
    int64_t next_event;             // number of the first event after these
    int64_t input_ms;               // the device's own times
    int64_t idle_ms;
    int64_t tree_ms;       // duration of reading this tree
    int64_t trees;         // read in all, with those of the wait
    int64_t trees_ms;      // their duration
    struct at_arena arena; // owns every text above
};

#endif
