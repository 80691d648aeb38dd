// app_priv.h: what an app is made of; only app*.c include it
#ifndef AT_FLOW_APP_APP_PRIV_H
#define AT_FLOW_APP_APP_PRIV_H

#include "flow/app/app.h"
#include "flow/wait/motion.h"
#include "flow/steps/typed.h"
#include "flow/changes/visits.h"

struct at_tree_snapshot {
    struct at_snapshot reading;
    bool settled; // the reading was quiet, or repeated the one before it
    unsigned users;
};

// How far the newest tree shows what is on the screen. A failed request with
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
    AT_APP_UNREADABLE, // unknown: it could not be read while it moved
    AT_APP_TRUSTED,    // the same but for a text: see at_app_trust_tree()
    AT_APP_CURRENT,    // as in the newest tree
};

struct at_app {
    struct at_device *device;
    char *package;      // "" where none
    char framework[32]; // of the package; "": not known
    struct at_ref_table *refs;
    struct at_tree_snapshot *newest;  // NULL before the first reading
    struct at_tree_snapshot *shown;   // the tree that the refs are from
    struct at_visits visits;          // of other screens than shown
    bool revisits;                    // the next diff is from one of them
    struct at_tree_snapshot *before;  // the last input; NULL where unknown
    struct at_tree_snapshot *ignored; // see at_app_ignore_loading()
    struct at_motion motion;
    const struct at_node *ticking; // of the newest tree
    enum at_app_screen screen;
    bool restless;    // the last request that waited for quiet did so in vain
    bool blind_told;  // that this device may not see toasts
    int64_t input_ns; // of the newest input; 0: none yet
    struct at_app_times times;
    struct at_history *history;
    struct at_typed typed;
    struct at_keyboard_opening keyboard;
    at_tree_mask_fn *tree_mask; // may be NULL
    void *tree_mask_user;
};

// Take what was read, with one user. Release it with
// at_tree_snapshot_release().
struct at_tree_snapshot *at_tree_snapshot_new(
    const struct at_snapshot *reading);

#endif
