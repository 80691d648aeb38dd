// model.h: the inside of struct va_device, for the model's own files only
//
// Apps are data (apps/README.md). An app has a stack of windows; a window has
// a tree of nodes made from JSON; nodes are laid out and their texts worked
// out by va_window_refresh() before anything looks at them. Nothing here
// takes the lock: device.c and the other va_device_*() functions do, and
// bring the device up to the present (va_sync()) right after.
#ifndef VIRTUAL_ANDROID_MODEL_H
#define VIRTUAL_ANDROID_MODEL_H

#include <jansson.h>
#include <pthread.h>

#include "base/arena.h"
#include "virtual-android/device.h"
#include "virtual-android/events.h"
#include "virtual-android/faults.h"
#include "virtual-android/logring.h"
#include "virtual-android/nodes.h"

struct va_window {
    struct va_window *below; // owned
    struct va_app *app;      // whose actions run in it
    uint64_t id;
    int64_t opened_ms;
    const char *package;  // what a dump says
    const char *activity; // ".MainActivity" or a full class name
    const char *name;     // of the screen
    json_t *json;         // owned
    bool dialog;
    struct va_node *root; // synthetic; holds the real roots
    struct va_node *focus;
    struct at_arena arena;   // nodes and their fixed strings
    struct at_arena scratch; // texts worked out at the last refresh
    int rotation;
    bool dirty;
};

struct va_app {
    struct va_app *next;
    struct va_device *device; // borrowed
    json_t *json;             // owned; NULL for a bare installed APK
    char *dir;                // of the JSON file
    char *package;
    char *label;
    char *version;
    char *apk_path;
    char *signer;
    int64_t version_code;
    int uid;
    int pid; // 0: not running
    bool installed;
    bool system;
    bool debuggable;
    bool has_data; // preferences and databases were made
    int64_t installed_ms;
    int64_t displayed_ms; // when its first window shows; 0: it does already
    int64_t rank;         // the larger, the nearer to the front; 0: no task
    json_t *vars;         // owned
    json_t *granted;      // owned; permissions as keys
    struct va_window *top;
};

struct va_timer {
    struct va_timer *next;
    struct va_app *app;
    uint64_t window_id; // dies with it; 0: with the app's process
    int64_t due_ms;
    int64_t every_ms; // 0: once
    json_t *actions;  // owned
};

// The process of the instrumentation that runs; pid 0: none.
struct va_instrument {
    int pid;
    char *component;          // owned
    char *port;               // owned; its socket in ports; NULL: none yet
    struct at_cancel *killed; // borrowed
};

// What touches the screen now.
struct va_down {
    uint64_t ticket; // 0: nothing does
    int device_id;
    int64_t since_ms;
    int64_t due_ms; // lifted by itself then; 0: somebody lifts it, or nobody
    struct va_touch touch; // its fingers are these:
    struct va_finger fingers[VA_FINGERS_MAX];
};

struct va_device {
    pthread_mutex_t lock;   // guards everything below
    struct va_files *files; // borrowed
    struct va_ports *ports; // borrowed
    char *serial;
    enum va_profile profile;
    int32_t width_px;
    int32_t height_px;
    int32_t density;
    int api_level;
    bool no_sqlite3;
    int64_t (*clock)(void *arg);
    void *clock_arg;
    int64_t now_ms;         // brought up by va_sync()
    int64_t started_ms;     // monotonic
    int64_t booting_ms;     // until then it is starting; 0: it has started
    int64_t last_change_ms; // of what an accessibility service is told
    uint64_t next_id;
    int next_pid;
    int64_t next_rank;
    struct va_app *apps;      // owned, in order of loading
    struct va_window *system; // dialogs of the system in front; owned
    struct va_timer *timers;
    int64_t faults[VA_FAULT_COUNT];
    json_t *props;      // owned; name -> string
    json_t *settings;   // owned; namespace -> name -> string
    json_t *conditions; // owned; name -> string
    struct va_logring log;
    bool keyboard;
    bool screen_off;
    struct {
        char *text; // NULL: none yet
        char *package;
        int64_t until_ms;
    } toast;
    struct {
        uint64_t window_id;
        struct va_node *node; // compared only, never followed
        int64_t at_ms;
    } last_tap;
    struct va_down down;
    struct va_events *events; // owned; NULL while nobody listens
    struct {
        uint64_t ticket; // 0: nobody is registered
        int pid;
        char *args;       // owned
        int64_t until_ms; // its process ends then; 0: it goes on
    } automation;
    struct va_instrument instrument;
};

enum {
    VA_STATUS_BAR_PX = 63,
    VA_NAV_BAR_PX = 63,
    VA_TOUCH_SLOP_PX = 24,
    VA_DOUBLE_TAP_MS = 300,
    VA_LONG_PRESS_MS = 400,
    VA_ROWS_MAX = 5000,
    VA_SYSTEM_PID = 571,
    VA_BOOTED_BEFORE_MS = 754000,
};

// window.c: opening, refreshing, finding
struct va_window *va_window_open(struct va_device *device, struct va_app *app,
                                 json_t *screen, const char *name);
void va_window_close(struct va_device *device, struct va_window **slot);
void va_window_refresh(struct va_device *device, struct va_window *window);
struct va_window *va_window_front(struct va_device *device);
struct va_node *va_window_node(struct va_app *app, const char *id,
                               struct va_window **out_window);
void va_window_touch(struct va_device *device); // the UI changed now
struct va_node *va_window_hit(struct va_window *window, struct at_point at);
int32_t va_keyboard_top(const struct va_device *device);
bool va_window_is_busy(const struct va_window *window); // for ever

// capture.c: a screen from a uiautomator dump
AT_CHECKED bool va_capture_load(struct va_window *window, const char *path,
                                struct at_err *err);

// expr.c: ${...} and conditions
char *va_expand(struct va_device *device, struct va_app *app, const char *text);
bool va_holds(struct va_device *device, struct va_app *app, json_t *cond);
json_t *va_bind_row(json_t *row_template, json_t *row); // a new reference

// action.c
void va_run(struct va_device *device, struct va_app *app, json_t *actions);
void va_log(struct va_device *device, struct va_app *app, char priority,
            const char *tag, const char *fmt, ...) AT_PRINTF(5, 6);

// touch.c
void va_touch_tap(struct va_device *device, struct at_point at);
void va_touch_long(struct va_device *device, struct at_point at);
void va_touch_swipe(struct va_device *device, struct at_point from,
                    struct at_point to, int64_t duration_ms);

// fingers.c
void va_touch_fingers(struct va_device *device, const struct va_touch *touch);

// down.c
void va_touch_forget(struct va_device *device); // it was cancelled
void va_down_sync(struct va_device *device);    // lift what is due

// automation.c: the app's process is about to end; what lingers is over
void va_instrument_died(struct va_device *device, const struct va_app *app);
void va_automation_sync(struct va_device *device);

// event.c: what a node or screen does when something happens to it
bool va_fire(struct va_device *device, struct va_window *window,
             struct va_node *node, const char *event);

// device.c
void va_lock(struct va_device *device); // and brings it up to the present
void va_unlock(struct va_device *device);
int64_t va_latency_ms(struct va_device *device, const char *what);

// boot.c
void va_boot_sync(struct va_device *device, int64_t now_ms);

// timer.c
void va_sync(struct va_device *device);
void va_timer_add(struct va_device *device, struct va_app *app,
                  struct va_window *window, int64_t delay_ms, int64_t every_ms,
                  json_t *actions);
void va_timers_drop(struct va_device *device, const struct va_app *app,
                    uint64_t window_id);

// keyboard.c: focus, fields, keys
void va_focus(struct va_device *device, struct va_window *window,
              struct va_node *node);
struct va_node *va_field_in(struct va_window *window); // with the focus
bool va_insert(struct va_device *device, struct va_window *window,
               struct at_str text);
// The whole content at once, as far as the field's filters let it in. false
// where it takes no text this way.
bool va_set_text(struct va_device *device, struct va_window *window,
                 struct va_node *node, struct at_str text);
void va_set_value(struct va_node *node, const char *text);
bool va_key_press(struct va_device *device, int code, bool long_press);

#include "virtual-android/apps.h" // what there is of apps

#endif
