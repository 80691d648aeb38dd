// sync.h: activities of an app, reported by the app itself
//
// An app based on React Native or Flutter, with a page in a WebView or with the
// idling bridge can report what the screen does not show: a request in flight,
// a timer about to fire. Each such source is a channel in addition to the
// device's own events (device_ops.h: sync_*).
#ifndef AT_DEVICE_SYNC_H
#define AT_DEVICE_SYNC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    AT_SYNC_SOURCES_MAX = 4,
    AT_SYNC_PENDING_MAX = 24, // for all sources; further ones are only counted
    AT_SYNC_LINES_KEPT = 32,
    AT_SYNC_REQUESTS_MAX = 40, // the newest ones
};

struct at_pending {
    const char *source; // "hermes", "dart_vm", "idling_bridge", "webview"
    char id[48];        // constant for the same activity
    char text[160];     // description: "1 fetch https://example.com/cart"
    int64_t due_ms;     // time until it ends by itself; -1: unknown
    bool endless;       // repeats for ever: reported, but not waited for
};

// Requests that the app has begun since the source is attached, each text once,
// the newest last: "POST https://example.com/cart". Addresses lack their query
// and user.
struct at_requests {
    bool told; // a source reports them
    size_t count;
    char texts[AT_SYNC_REQUESTS_MAX][160];
};

struct at_pending_list {
    size_t count;
    size_t omitted;
    struct at_pending items[AT_SYNC_PENDING_MAX];
    struct at_requests requests;
};

struct at_sync_report {
    size_t asked_count;
    const char *asked[AT_SYNC_SOURCES_MAX]; // sources that answered
    struct at_pending_list waited;          // waited for, at the start
    struct at_pending_list still;           // still going on
    int64_t waited_ns;                      // time from the request to the end
    bool idle; // only endless activities, or those ignored before, remain
};

// The app as described to the sources.
struct at_sync_app {
    const char *package;
    const char *framework; // at_framework.primary; "" if unknown
    bool shows_web;        // it has shown a WebView
};

#endif
