// fake_device.h: a device in memory: scripted screens in, recorded input out
//
// A script is an array of frames. Each reading shows the present frame; a
// frame ends after `times` readings or with an input that starts with `until`.
// The last one stays. Readings take no real time; quiet_ms is what they claim
// to have seen.
#ifndef AT_TESTS_UNIT_DEVICE_FAKE_DEVICE_H
#define AT_TESTS_UNIT_DEVICE_FAKE_DEVICE_H

#include "base/buf.h"
#include "device/device.h"

struct fake_frame {
    const char *xml; // a dump, AXe's or the helper's JSON; "!text": the reading
                     // fails with AT_ETREE and text
    int quiet_ms;    // FAKE_SLOW: settled on its own; 0: a quick reading
    int times;       // readings; 0: no number of them ends it
    const char *until;    // "tap", "text hello"; NULL: no input ends it
    enum at_code failure; // code for "!text"; AT_OK: AT_ETREE
};

enum { FAKE_SLOW = 1000 };

// An app's answers about its work, in this order; the last one repeats.
struct fake_work {
    struct at_pending item; // text "": nothing
    int64_t takes_ms;       // -1: it does not end
    size_t count;           // number of equal items; 0: one
};

struct fake_device {
    struct at_device base;
    struct at_device_ops ops;
    const struct fake_frame *frames;
    size_t frame_count;
    size_t at;
    int shown;           // readings of the present frame
    struct at_buf calls; // "tap 10 20; dump; "
    int dumps;
    bool warm; // it was told to open what the screen needs, before the launch
    int64_t pid;
    bool crash_found;
    bool log_fails;
    bool keyboard;
    bool taps_nodes;
    // The framework of an app, a word for each question; "": it fails, "?": no
    // answer comes. NULL: the operation is missing.
    const char *const *frameworks;
    const struct fake_work *work; // NULL: no source is offered
    size_t work_count;
    size_t work_at;
    int asked;            // number of calls
    int64_t sync_left_ms; // time left to the newest question
    bool ignored;         // the work that does not end was waited for in vain
    char app[64];         // under test: "com.ex react_native"
    char followed[64];    // the app attached to, as above
    int steps;            // round trips of inputs, quiet and tree
    int changes;          // … that waited for a change first
    enum at_code step_refuses; // each step, with nothing done
    enum at_code text_refuses; // the text of a step, the rest is done
    const char *toast;         // shown after a step's input
    struct at_crash crash;
    struct at_cancel *fire_on_input; // cancelled by the next input
};

// at_app_free() frees nothing of it: it lives on the test's stack.
void fake_init(struct fake_device *fake, const struct fake_frame *frames,
               size_t count);
void fake_deinit(struct fake_device *fake);
// Tap nodes from now on, as a simulator does.
void fake_tap_nodes(struct fake_device *fake);
// Offer steps from now on, as the helper does. A frame is quiet where its
// quiet_ms says so.
void fake_does_steps(struct fake_device *fake);
// Offer what an app is made with.
void fake_has_frameworks(struct fake_device *fake, const char *const *words);
// Offer what the app says itself.
void fake_has_work(struct fake_device *fake, const struct fake_work *work,
                   size_t count);
// Offer gestures alone.
void fake_does_gestures(struct fake_device *fake);
// The calls since the last look, without the dumps.
const char *fake_inputs(struct fake_device *fake);

// clang-format off
#define FAKE_NODE(cls, id, text, flags, bounds, more)                          \
    "<node index=\"0\" enabled=\"true\" package=\"com.ex\" content-desc=\"\"" \
    " class=\"" cls "\" resource-id=\"" id "\" text=\"" text "\""             \
    " bounds=\"" bounds "\" " flags ">" more "</node>"
#define FAKE_APP(more)                                                         \
    "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"                 \
    "<hierarchy rotation=\"0\">"                                               \
    FAKE_NODE("android.widget.FrameLayout", "", "", "", "[0,0][1080,1920]",    \
              more)                                                            \
    "</hierarchy>"
#define FAKE_TEXT(text, bounds)                                                \
    FAKE_NODE("android.widget.TextView", "", text, "", bounds, "")
#define FAKE_BUTTON(id, text, bounds)                                          \
    FAKE_NODE("android.widget.Button", "com.ex:id/" id, text,                  \
              "clickable=\"true\"", bounds, "")
#define FAKE_FIELD(id, text, hint, flags, bounds)                              \
    FAKE_NODE("android.widget.EditText", "com.ex:id/" id, text,                \
              "clickable=\"true\" focusable=\"true\" hint=\"" hint "\" "       \
              flags, bounds, "")
// The helper's. more: members, each with a comma behind it.
#define FAKE_HELPER(more, nodes)                                               \
    "{\"rotation\":0,\"width\":1080,\"height\":1920," more "\"windows\":[{"       \
    "\"package\":\"com.ex\",\"type\":\"application\",\"nodes\":[{\"depth\":0,"      \
    "\"class\":\"android.widget.FrameLayout\",\"flags\":1,"                      \
    "\"bounds\":[0,0,1080,1920]}," nodes "]}]}"
#define FAKE_HELPER_NODE(cls, flags, more)                                     \
    "{\"depth\":1,\"class\":\"android.widget." cls "\",\"flags\":" flags "," more  \
    "\"bounds\":[100,200,300,300]}"
#define FAKE_OTHER(package, id, text)                                          \
    "<?xml version='1.0' ?><hierarchy rotation=\"0\">"                         \
    "<node index=\"0\" enabled=\"true\" package=\"" package "\" "              \
    "class=\"android.widget.FrameLayout\" resource-id=\"\" text=\"\" "         \
    "bounds=\"[0,0][1080,1920]\"><node index=\"0\" enabled=\"true\" "          \
    "package=\"" package "\" class=\"android.widget.Button\" "                 \
    "resource-id=\"" id "\" text=\"" text "\" clickable=\"true\" "             \
    "bounds=\"[100,900][900,1000]\"/></node></hierarchy>"
// clang-format on

#endif
