// sync.h: what an app itself says it is still doing
//
// An app that is made with React Native or Flutter, that has a page in a
// WebView, or that has the idling bridge built in can say what the screen does
// not show: a request in flight, a timer that is about to fire. Each such
// source is one channel beside the device's own events (device_ops.h: sync_*).
#ifndef AT_DEVICE_SYNC_H
#define AT_DEVICE_SYNC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    AT_SYNC_SOURCES_MAX = 4,
    AT_SYNC_PENDING_MAX = 24, // of all sources, the rest is only counted
    AT_SYNC_LINES_KEPT = 32,
};

// One thing that an app is doing.
struct at_pending {
    const char *source; // "hermes", "dart_vm", "idling_bridge", "webview"
    char id[48];        // the same as long as it is the same thing
    char text[160];     // "1 fetch https://example.com/cart", in words
    int64_t due_ms;     // until it ends by itself; -1: not known
    bool endless;       // it repeats for ever: named, not waited for
};

struct at_pending_list {
    size_t count;
    size_t omitted;
    struct at_pending items[AT_SYNC_PENDING_MAX];
};

// The answer to one question to all sources.
struct at_sync_report {
    size_t asked_count;
    const char *asked[AT_SYNC_SOURCES_MAX]; // that have answered
    struct at_pending_list waited;          // what was waited for, at its start
    struct at_pending_list still;           // what goes on, endless or not
    int64_t waited_ns;                      // from the question to the end
    bool idle; // nothing is left but what is endless or was endured before
};

// An app as the sources are to know it.
struct at_sync_app {
    const char *package;
    const char *framework; // at_framework.primary; "": not known
    bool shows_web;        // a WebView of it has been seen
};

#endif
