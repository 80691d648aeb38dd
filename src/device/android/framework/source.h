// source.h: one kind of app that can say what it is doing, as a row
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

// What a source may use to reach its app. Copied for the channel's thread.
struct at_source_ground {
    struct at_adb_device adb; // a copy of its own
    char model[128];          // of the device; "": not known
    char package[256];
    char framework[32]; // "": not known
    // Add one line of diagnostics, without the tag: "picked target …". From the
    // channel's thread only.
    void (*note)(void *user, const char *text);
    void *user;
};

struct at_sync_source {
    const char *name; // in frameworkSync and in reports: "hermes"
    const char *tag;  // of diagnostics: "hermes", "dart-vm"
    // Is the source worth an attempt for this app? Asks nobody.
    bool (*applies)(const struct at_sync_app *app);
    // Connect to the app. AT_EUNSUPPORTED: this app has no such source, and it
    // is not tried again until the next launch, unless it was attached before.
    // Any other failure is tried again later. The caller owns *out_state
    // (detach).
    bool (*attach)(const struct at_op *op,
                   const struct at_source_ground *ground, void **out_state,
                   struct at_err *err);
    // Has what it is about answered? NULL: it has, once it is attached. Asks
    // nobody.
    bool (*has_answered)(const void *state);
    // Append what the app is doing now, in one round trip.
    bool (*ask)(const struct at_op *op, void *state,
                struct at_pending_list *out, struct at_err *err);
    // The descriptor on which the source's events arrive; -1: it has none and
    // is asked again every again_ms while somebody waits.
    int (*fd)(const void *state);
    // Has something arrived that fd no longer tells? NULL: never.
    bool (*has)(const void *state);
    // Take what has arrived at fd (answer pings, note events). *out_news: what
    // ask() says may have changed. Blocks for the rest of a message at most.
    bool (*take)(const struct at_op *op, void *state, bool *out_news,
                 struct at_err *err);
    // Has read() anything for this query? Asks nobody. NULL if read is.
    bool (*serves)(const struct at_overlay_query *query);
    // What read() gets, in words: "the page of the WebView". names_only: names
    // for elements that the accessibility tree has. NULL if read is.
    const char *reads;
    bool names_only;
    // Get the elements or names that the accessibility tree does not have, for
    // the query of one reading. *out, which the caller owns, is NULL if there
    // are none; content that could not be read is an overlay whose `lacks` says
    // why. A NULL function: the source has no elements.
    bool (*read)(const struct at_op *op, void *state,
                 const struct at_overlay_query *query, struct at_overlay **out,
                 struct at_err *err);
    void (*detach)(void *state);
    // How long a wait relies on events; then it asks again. NULL: 250 ms.
    int64_t (*again_ms)(const void *state);
    int64_t answer_ms;   // how long a first answer to ask() or read() may take
    int64_t read_max_ms; // how long read() may take instead, after which the
                         // source is still asked; 0: it has no other limit
    int64_t read_ms;     // how long a reading of the screen waits for read()
    // How long what it read holds for the same screen without an input; 0: it
    // is read anew for each reading of the screen.
    int64_t holds_ms;
    bool holds_once; // for one reading, which may be the one after
};

extern const struct at_sync_source at_source_hermes;
extern const struct at_sync_source at_source_dart;
extern const struct at_sync_source at_source_bridge;
extern const struct at_sync_source at_source_webview;

#endif
