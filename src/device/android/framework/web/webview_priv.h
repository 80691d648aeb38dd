// webview_priv.h: the pages of an app's WebViews, each with its connection
//
// Shared by webview.c (the source), webview_peers.c (the list of pages) and
// webview_read.c (the content of one page).
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_WEB_WEBVIEW_PRIV_H
#define AT_DEVICE_ANDROID_FRAMEWORK_WEB_WEBVIEW_PRIV_H

#include "device/android/framework/runtime/inspector.h"
#include "device/android/framework/source.h"
#include "device/android/framework/web/webview_choose.h"

enum {
    AT_WEBVIEW_PEERS_MAX = AT_WEB_SOCKETS_MAX * AT_WEB_TARGETS_MAX,
    AT_WEBVIEW_OPEN_MAX = 4,   // the number of views in a query
    AT_WEBVIEW_FRAMES_MAX = 6, // frames of other sites in a page
    // A fair chance for a page: one that has not answered in this time is put
    // aside.
    AT_WEBVIEW_FAIR_MS = 120,
};

// A frame of another site: the page's own world does not reach into it.
struct at_webview_frame {
    char path[64]; // in the form of page.js
    struct at_inspector_world world;
};

// The pause after failures, which grows with their number.
struct at_webview_patience {
    int failures; // consecutive failures
    int64_t until_ns;
};

struct at_webview_peer {
    struct at_inspector *inspector; // owned; NULL: it is not open
    struct at_web_target target;
    size_t socket;
    size_t position; // index in the list of its socket
    bool listed;
    bool hidden; // the page reports that it is hidden
    struct at_webview_patience patience;
    bool ready; // its runtime is enabled, and the probe injected or refused
    bool mute;  // its scripts break the probe: it is read, not waited for
    unsigned mute_losses; // losses of worlds when mute was set
    bool shown;           // a view of the newest reading shows it
    bool wanted; // a view of that reading shows no page, and may have shown
                 // this one
    bool aside;  // it is open, and did not answer when it was asked
    bool owes;   // the answer is due
    bool told;   // a message has arrived since
    int64_t asked_ns;                // time when it was put aside
    int took_ms;                     // duration of its last reading
    struct at_inspector_world world; // its id 0: not made yet
    unsigned losses;                 // losses of worlds when this one was made
    struct at_webview_frame frames[AT_WEBVIEW_FRAMES_MAX];
    size_t frame_count;
    bool frames_met;
    unsigned frames_state; // state of the page's frames when they were met
};

struct at_webview {
    struct at_source_ground ground;
    struct at_web_sockets sockets;
    struct at_webview_patience patience[AT_WEB_SOCKETS_MAX];
    struct at_webview_peer peers[AT_WEBVIEW_PEERS_MAX];
    size_t count;
    bool news;
};

// Return true if it has answered, and owes no later answer.
bool at_webview_answers(const struct at_webview_peer *peer);

// Find the sockets of the app's processes.
AT_CHECKED bool at_webview_locate(const struct at_op *op,
                                  struct at_webview *web, struct at_err *err);
// Several browsers share the name of their sockets: keep those of this app.
AT_CHECKED bool at_webview_drop_others(const struct at_op *op,
                                       struct at_webview *web,
                                       struct at_err *err);
// Ask for the list of pages. They come and go silently, so this is needed for
// each reading.
AT_CHECKED bool at_webview_list(const struct at_op *op, struct at_webview *web,
                                struct at_err *err);
// Open the most promising of the closed pages. *out is NULL if all are open, or
// no room or time is left. False: cancelled.
AT_CHECKED bool at_webview_open_next(const struct at_op *op,
                                     struct at_webview *web,
                                     const struct at_overlay_query *query,
                                     struct at_webview_peer **out,
                                     struct at_err *err);
void at_webview_close(struct at_webview *web, struct at_webview_peer *peer);

// List the open pages to be asked now, quick ones first, without those put
// aside. Return their number.
size_t at_webview_awake(struct at_webview *web,
                        struct at_webview_peer *out[AT_WEBVIEW_OPEN_MAX]);
// Enable its runtime if necessary. AT_ETIMEOUT: it does not answer yet.
AT_CHECKED bool at_webview_make_ready(const struct at_op *op,
                                      const struct at_webview *web,
                                      struct at_webview_peer *peer,
                                      struct at_err *err);
// Append what a page is doing. If a page's scripts break the probe, the list
// says so until another document is loaded; this is not a failure.
AT_CHECKED bool at_webview_ask(const struct at_op *op,
                               const struct at_webview *web,
                               struct at_webview_peer *peer,
                               struct at_pending_list *out, struct at_err *err);
// Handle a page that failed, or for which had_ms were not enough. False: the
// operation was cancelled.
bool at_webview_bear(struct at_webview *web, struct at_webview_peer *peer,
                     int had_ms, const struct at_err *why);

// Read what a page shows. at_web_page_deinit() in any case.
AT_CHECKED bool at_webview_read(const struct at_op *op,
                                struct at_webview_peer *peer,
                                struct at_web_page *out, struct at_err *err);

#endif
