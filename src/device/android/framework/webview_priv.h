// webview_priv.h: the pages of an app's WebViews, each with its connection
//
// What webview.c (the source), webview_peers.c (which pages there are) and
// webview_read.c (what one page shows) share.
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_WEBVIEW_PRIV_H
#define AT_DEVICE_ANDROID_FRAMEWORK_WEBVIEW_PRIV_H

#include "device/android/framework/inspector.h"
#include "device/android/framework/source.h"
#include "device/android/framework/webview_page.h"
#include "device/android/framework/webview_target.h"

enum {
    AT_WEBVIEW_PEERS_MAX = 4,  // as many as a wish has
    AT_WEBVIEW_FRAMES_MAX = 6, // of other sites, in a page
};

// A frame of another site: the page's own world does not reach into it.
struct at_webview_frame {
    char path[64]; // as page.js has it
    struct at_inspector_world world;
};

struct at_webview_peer {
    struct at_inspector *inspector; // owned
    struct at_web_target target;
    size_t socket;
    struct at_inspector_world world; // its id 0: to be made
    unsigned losses;                 // of worlds, when it was made
    struct at_webview_frame frames[AT_WEBVIEW_FRAMES_MAX];
    size_t frame_count;
    bool frames_met;
    unsigned frames_state; // of the page's frames, when they were met
    bool hidden;
    bool listed;
};

struct at_webview {
    struct at_source_ground ground;
    struct at_web_sockets sockets;
    struct at_webview_peer peers[AT_WEBVIEW_PEERS_MAX];
    size_t count;
    char shunned[128]; // the id of a page
    int64_t shunned_until_ns;
    bool news;
};

// Find the sockets of the app's processes.
AT_CHECKED bool at_webview_locate(const struct at_op *op,
                                  struct at_webview *web, struct at_err *err);
// Several browsers share the name of their sockets: each says whose it is.
AT_CHECKED bool at_webview_drop_others(const struct at_op *op,
                                       struct at_webview *web,
                                       struct at_err *err);
// Pages come and go without a word to us: the list is asked for each reading.
AT_CHECKED bool at_webview_refresh(const struct at_op *op,
                                   struct at_webview *web, struct at_err *err);
void at_webview_drop(struct at_webview *web, size_t i);

// Read what a page shows. at_web_page_deinit() in any case.
AT_CHECKED bool at_webview_read(const struct at_op *op,
                                struct at_webview_peer *peer,
                                struct at_web_page *out, struct at_err *err);

#endif
