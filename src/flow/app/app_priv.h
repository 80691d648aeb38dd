// app_priv.h: members of struct at_app; for app*.c only
#ifndef AT_FLOW_APP_APP_PRIV_H
#define AT_FLOW_APP_APP_PRIV_H

#include "flow/app/app.h"
#include "flow/app/watch.h"
#include "flow/wait/motion.h"
#include "flow/steps/typed.h"
#include "flow/changes/visits.h"

struct at_tree_snapshot {
    struct at_snapshot reading;
    bool settled; // the reading was quiet, or equal to the previous one
    unsigned users;
};

// Relation of the newest tree to the current screen. A failed request with
// inputs counts as an input.
//
//   from         reading   reading fails:      input or    trust     launch
//                          it moves    else    made stale
//   STALE        CURRENT   UNREADABLE  STALE   STALE       TRUSTED   STALE
//   UNREADABLE   CURRENT   UNREADABLE  STALE   UNREADABLE  TRUSTED   STALE
//   TRUSTED      CURRENT   UNREADABLE  STALE   STALE       TRUSTED   STALE
//   CURRENT      CURRENT   UNREADABLE  STALE   STALE       CURRENT   STALE
//
// The screen is settled if the tree is TRUSTED or CURRENT, and was settled when
// it was read.
enum at_app_screen {
    AT_APP_STALE,      // unknown; also before the first reading
    AT_APP_UNREADABLE, // unknown: it moved too much to be read
    AT_APP_TRUSTED,    // equal except for a text: see at_app_trust_tree()
    AT_APP_CURRENT,    // equal to the newest tree
};

struct at_app {
    struct at_device *device;
    char *package;      // "": none
    char framework[32]; // the package's framework; "": unknown
    struct at_ref_table *refs;
    struct at_tree_snapshot *newest;  // NULL before the first reading
    struct at_tree_snapshot *shown;   // tree of the current refs
    struct at_visits visits;          // the client's earlier screens
    bool revisits;                    // the next diff is based on one of them
    struct at_tree_snapshot *before;  // before the last input; NULL: unknown
    struct at_tree_snapshot *ignored; // see at_app_ignore_loading()
    struct at_motion motion;
    const struct at_node *ticking; // in the newest tree
    enum at_app_screen screen;
    bool restless;    // the last wait for a quiet screen timed out
    bool blind_told;  // the client was warned about invisible toasts
    int64_t input_ns; // time of the newest input; 0: none yet
    struct at_app_times times;
    struct at_history *history;
    struct at_typed typed;
    struct at_keyboard_opening keyboard;
    struct {
        const struct at_watcher *of; // NULL: none
        void *it;                    // owned
        bool is_on;
    } watch;
    at_tree_mask_fn *tree_mask; // may be NULL
    void *tree_mask_user;
};

// Take over a reading, with one reference. Release it with
// at_tree_snapshot_release().
struct at_tree_snapshot *at_tree_snapshot_new(
    const struct at_snapshot *reading);

// watch.c
void at_app_watch_open(struct at_app *app);
void at_app_watch_close(struct at_app *app);

#endif
