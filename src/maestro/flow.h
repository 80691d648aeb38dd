// flow.h: a flow file of Maestro's language, as values
//
// What a flow file says, before anything of it is expanded or run. Every text
// is a view into the workspace's arena; ptr NULL means that the file doesn't
// have it. A text that may hold ${} is kept as written and expanded when its
// command runs (maestro/expand.h). Defaults are Maestro 2.8's and are already
// filled in.
#ifndef AT_MAESTRO_FLOW_H
#define AT_MAESTRO_FLOW_H

#include "maestro/flow_parts.h"

struct at_maestro_command;

struct at_maestro_commands {
    struct at_maestro_command *rows;
    size_t count;
};

// All that is given must hold: when: and while:.
struct at_maestro_condition {
    struct at_str platform;
    struct at_str is_true; // an expression
    const struct at_maestro_selector *visible;
    const struct at_maestro_selector *not_visible;
};

enum at_maestro_kind {
    AT_MAESTRO_ADD_MEDIA,
    AT_MAESTRO_ASSERT_CONDITION, // assertVisible, assertNotVisible, assertTrue,
                                 // extendedWaitUntil
    AT_MAESTRO_ASSERT_DARK_MODE,
    AT_MAESTRO_ASSERT_LIGHT_MODE,
    AT_MAESTRO_ASSERT_NO_DEFECTS_WITH_AI,
    AT_MAESTRO_ASSERT_SCREENSHOT,
    AT_MAESTRO_ASSERT_WITH_AI,
    AT_MAESTRO_BACK,
    AT_MAESTRO_CLEAR_KEYCHAIN,
    AT_MAESTRO_CLEAR_STATE,
    AT_MAESTRO_COPY_TEXT_FROM,
    AT_MAESTRO_DOUBLE_TAP_ON,
    AT_MAESTRO_DRAG,
    AT_MAESTRO_ERASE_TEXT,
    AT_MAESTRO_EVAL_SCRIPT,
    AT_MAESTRO_EXTRACT_TEXT_WITH_AI,
    AT_MAESTRO_HIDE_KEYBOARD,
    AT_MAESTRO_INPUT_RANDOM,
    AT_MAESTRO_INPUT_TEXT,
    AT_MAESTRO_KILL_APP,
    AT_MAESTRO_LAUNCH_APP,
    AT_MAESTRO_LONG_PRESS_ON,
    AT_MAESTRO_OPEN_LINK,
    AT_MAESTRO_PASTE_TEXT,
    AT_MAESTRO_PRESS_KEY,
    AT_MAESTRO_REPEAT,
    AT_MAESTRO_RETRY,
    AT_MAESTRO_RUN_FLOW,
    AT_MAESTRO_RUN_SCRIPT,
    AT_MAESTRO_SCROLL,
    AT_MAESTRO_SCROLL_UNTIL_VISIBLE,
    AT_MAESTRO_SET_AIRPLANE_MODE,
    AT_MAESTRO_SET_CLIPBOARD,
    AT_MAESTRO_SET_DARK_MODE,
    AT_MAESTRO_SET_LOCATION,
    AT_MAESTRO_SET_ORIENTATION,
    AT_MAESTRO_SET_PERMISSIONS,
    AT_MAESTRO_START_RECORDING,
    AT_MAESTRO_STOP_APP,
    AT_MAESTRO_STOP_RECORDING,
    AT_MAESTRO_SWIPE,
    AT_MAESTRO_TAKE_SCREENSHOT,
    AT_MAESTRO_TAP_ON,
    AT_MAESTRO_TOGGLE_AIRPLANE_MODE,
    AT_MAESTRO_TOGGLE_DARK_MODE,
    AT_MAESTRO_TRAVEL,
    AT_MAESTRO_WAIT_FOR_ANIMATION_TO_END,
    // Beyond Maestro: what isn't on the screen.
    AT_MAESTRO_ASSERT_DATABASE,
    AT_MAESTRO_ASSERT_LOG,
    AT_MAESTRO_ASSERT_NO_CRASH,
    AT_MAESTRO_ASSERT_PREFS,
    AT_MAESTRO_ASSERT_REQUEST,
    AT_MAESTRO_INSTALL_APP,
    AT_MAESTRO_NETWORK,
    AT_MAESTRO_RESTORE_STATE,
    AT_MAESTRO_SNAPSHOT_STATE,
    AT_MAESTRO_WAIT_FOR_IDLE,
    AT_MAESTRO_KINDS,
};

// eraseText: all.
enum { AT_MAESTRO_ALL = -2 };

enum at_maestro_direction {
    AT_MAESTRO_NO_DIRECTION,
    AT_MAESTRO_UP,
    AT_MAESTRO_DOWN,
    AT_MAESTRO_LEFT,
    AT_MAESTRO_RIGHT,
};

enum at_maestro_random {
    AT_MAESTRO_RANDOM_TEXT,
    AT_MAESTRO_RANDOM_NUMBER,
    AT_MAESTRO_RANDOM_EMAIL,
    AT_MAESTRO_RANDOM_PERSON_NAME,
    AT_MAESTRO_RANDOM_CITY_NAME,
    AT_MAESTRO_RANDOM_COUNTRY_NAME,
    AT_MAESTRO_RANDOM_COLOR_NAME,
};

// A subflow: a file's, read before anything runs, or commands in place.
struct at_maestro_body {
    struct at_str file; // as written, runScript's too; NULL: in place
    const struct at_maestro_flow *flow; // of the file; NULL: in place
    struct at_maestro_commands commands;
    struct at_maestro_pairs env;
    struct at_maestro_commands otherwise; // else: in place of a skipped body
    struct at_maestro_commands on_error;  // onError: after one that failed
};

// A file in a script's text, which is that of its modules too.
struct at_maestro_part {
    struct at_str path;
    uint32_t line;   // its first line in the text
    uint32_t indent; // columns in front of its first line
};

// Find the file of a line in a script's text, ptr NULL without parts. The line
// and the column become those in the file; column 0 is unknown, and stays.
struct at_str at_maestro_part_find(const struct at_maestro_part *parts,
                                   size_t count, int64_t *line,
                                   int64_t *column);

// One command. Which members it uses says its row in maestro/read/commands.c;
// the others are absent.
struct at_maestro_command {
    enum at_maestro_kind kind;
    const char *name; // as written: "assertVisible"; a literal
    const char *ours; // its first name that Maestro lacks, a literal; or NULL
    struct at_maestro_place place;
    struct at_str label;
    struct at_str message; // instead of the reason of a failure
    bool optional;
    bool secret; // the text is masked wherever it would show

    // Taps, copyTextFrom, scrollUntilVisible, from: of swipe, cropOn:; or NULL.
    const struct at_maestro_selector *selector;
    struct at_str point; // "50%, 50%" or "x,y"
    // The element to scroll in; the ends of a drag: elements, points, or both.
    const struct at_maestro_selector *from;
    const struct at_maestro_selector *to;
    struct at_str to_point;
    int64_t hold_ms;
    bool retries_tap; // retryTapIfNoChange
    bool wait_until_visible;
    int64_t taps;      // 1, or as many as repeat: says
    int64_t delay_ms;  // between repeated taps, or characters
    int64_t settle_ms; // waitToSettleTimeoutMs; -1: by default

    // An assertion, a wait, when:, while:.
    struct at_maestro_condition condition;
    struct at_str timeout_ms; // a number, as written; ptr NULL: by default
    // To type, to copy; a link, key, expression, orientation, prompt of an AI
    // command; the source of runScript's file.
    struct at_str text;
    struct at_str path; // a screenshot's, a recording's; runScript's, found
    const struct at_maestro_part *parts; // files in runScript's text
    size_t part_count;                   // 0: it is one file
    struct at_str app_id;                // the flow's if the command has none
    int64_t count; // charactersToErase or AT_MAESTRO_ALL, length
    enum at_maestro_random random;

    enum at_maestro_direction direction;
    struct at_str start; // of a swipe
    struct at_str end;
    int64_t duration_ms;

    struct at_str speed; // scrollUntilVisible, travel
    struct at_str visibility_percentage;
    bool center_element;

    bool clear_state; // launchApp
    bool clear_keychain;
    bool stop_app;
    struct at_maestro_pairs permissions; // all: allow by default
    struct at_maestro_pairs arguments;

    bool browser; // openLink
    bool auto_verify;
    bool enable; // setAirplaneMode, setDarkMode

    struct at_str latitude;
    struct at_str longitude;
    struct at_maestro_texts points; // travel
    struct at_maestro_texts files;  // addMedia: found, as paths

    struct at_maestro_fact fact; // assertDatabase, assertLog, assertPrefs
    struct at_maestro_network network;
    bool keep_data; // installApp

    struct at_str threshold_percentage; // assertScreenshot
    struct at_maestro_selectors ignored;
    struct at_maestro_texts ignored_regions; // "0%, 0%, 100%, 5%" or pixels
    bool per_device;
    struct at_str device;          // runFlow: a selector of another one
    struct at_str output_variable; // extractTextWithAI

    struct at_str times; // repeat; ptr NULL: no limit
    struct at_str max_retries;
    struct at_maestro_body body; // runFlow, repeat, retry; env of runScript
};

struct at_maestro_flow {
    const char *file;
    struct at_str app_id; // url if there is one, as in Maestro
    struct at_str url;
    struct at_str name;
    struct at_maestro_texts tags;
    struct at_maestro_pairs env;
    struct at_maestro_texts secrets; // names of variables to mask
    struct at_maestro_pairs properties;
    struct at_maestro_commands on_start;
    struct at_maestro_commands on_complete;
    struct at_maestro_commands on_failure;
    struct at_maestro_commands commands;
    bool reads_web_by_devtools; // androidWebViewHierarchy: devtools
    bool reads_log; // a command of it, or of a subflow, looks at the log
};

// Return true for a level of logs: V, D, I, W, E or F.
bool at_maestro_is_log_level(struct at_str text);

// "tapOn", …: the usual name of a kind.
extern const char *const at_maestro_kind_names[AT_MAESTRO_KINDS];

#endif
