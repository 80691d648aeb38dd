// source.h: a kind of app that can report what it is doing, as a row
//
// A source is a connection to one app. It runs on the thread of its channel
// (channel.h), blocks only against its op, and knows neither flows nor waits.
// Its texts for people never contain a query string, a token or a typed text.
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_SOURCE_H
#define AT_DEVICE_ANDROID_FRAMEWORK_SOURCE_H

#include "base/err.h"
#include "base/op.h"
#include "device/android/adb/client/adb.h"
#include "device/sync.h"
#include "screen/overlay.h"

// The means of a source to reach its app. Copied for the channel's thread.
struct at_source_ground {
    struct at_adb_device adb; // copied
    char model[128];          // model of the device; "": unknown
    char package[256];
    char framework[32]; // "": not known
    // Add one line of diagnostics, without the tag: "picked target …". From the
    // channel's thread only.
    void (*note)(void *user, const char *text);
    void *user;
};

struct at_sync_source {
    const char *name; // in frameworkSync and in reports: "hermes"
    const char *tag;  // prefix of diagnostics: "hermes", "dart-vm"
    // Return true if an attempt is worthwhile for this app. Sends nothing.
    bool (*applies)(const struct at_sync_app *app);
    // Connect to the app. AT_EUNSUPPORTED: this app has no such source, and it
    // is not tried again until the next launch, unless it was attached before.
    // Any other failure is tried again later. The caller owns *out_state
    // (detach).
    bool (*attach)(const struct at_op *op,
                   const struct at_source_ground *ground, void **out_state,
                   struct at_err *err);
    // Return true if the inspected part has answered. NULL: it has, once the
    // source is attached. Sends nothing.
    bool (*has_answered)(const void *state);
    // Append what the app is doing now, in one round trip.
    bool (*ask)(const struct at_op *op, void *state,
                struct at_pending_list *out, struct at_err *err);
    // The descriptor on which the source's events arrive; -1: it is polled
    // every again_ms while a caller waits.
    int (*fd)(const void *state);
    // Return true if an event has arrived that fd no longer signals. NULL:
    // never.
    bool (*has)(const void *state);
    // Take what has arrived at fd (answer pings, note events). *out_news: the
    // answer to ask() may have changed. Blocks for the rest of a message at
    // most.
    bool (*take)(const struct at_op *op, void *state, bool *out_news,
                 struct at_err *err);
    // Return true if read() can contribute to this query. Sends nothing. NULL
    // if read is.
    bool (*serves)(const struct at_overlay_query *query);
    // The subject of read(), in words: "the page of the WebView". names_only:
    // names for elements that the accessibility tree has. NULL if read is.
    const char *reads;
    bool names_only;
    // Get the elements or names that the accessibility tree does not have, for
    // the query of one reading. *out, which the caller owns, is NULL if nothing
    // was found; unreadable content is an overlay whose `lacks` gives the
    // reason. A NULL function: the source has no elements.
    bool (*read)(const struct at_op *op, void *state,
                 const struct at_overlay_query *query, struct at_overlay **out,
                 struct at_err *err);
    void (*detach)(void *state);
    // The time for which a wait relies on events, then it polls. NULL: 250 ms.
    int64_t (*again_ms)(const void *state);
    int64_t answer_ms;   // limit of a first answer to ask() or read()
    int64_t read_max_ms; // limit of read() instead, after which the source is
                         // still asked; 0: answer_ms
    int64_t read_ms;     // time that a reading of the screen allows for read()
    // The lifetime of a result for the same screen without an input; 0: each
    // reading of the screen calls read().
    int64_t holds_ms;
    bool holds_once; // the result serves a single reading, perhaps the next
};

extern const struct at_sync_source at_source_hermes;
extern const struct at_sync_source at_source_dart;
extern const struct at_sync_source at_source_bridge;
extern const struct at_sync_source at_source_webview;

#endif
