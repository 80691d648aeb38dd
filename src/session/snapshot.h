// snapshot.h: the result of ui snapshot, and the last one as a file
//
// last_snapshot.json is data.snapshot of spec/mobile-dev-agent 7.2 and, under
// "source", the device's output: the tree and its refs are made from that
// again, so that an old ref is known by its whole identity. "numbers" are those
// of the refs ("1-5,9"), and "last_number" is the highest of the session. After
// an action "before" has the same of the screen before it, by which a ref that
// went is explained.
#ifndef AT_SESSION_SNAPSHOT_H
#define AT_SESSION_SNAPSHOT_H

#include <jansson.h>

#include "base/err.h"
#include "flow/steps/typed.h"
#include "screen/elements.h"
#include "session/store.h"

enum { AT_SNAPSHOT_STALE_MS = 5 * 60 * 1000 }; // contract 7.3

struct at_snapshot_info {
    const char *platform; // "android", "ios"
    const char *device_id;
    const char *app_id; // NULL: not known
    const struct at_tree *tree;
    const char *source_format; // of at_snapshot
    struct at_str source;
    struct at_str overlays; // of at_snapshot; "" if there are none
    bool only_interactive;
    // The list table of tree, whose numbers the elements have; NULL: from 1.
    const struct at_ref_table *refs;
    const json_t *before;         // the last snapshot until now; NULL: none
    const struct at_typed *typed; // written as hashes; NULL: none
};

// data.snapshot: id (a UUID), taken_at (now), platform, device, app, tree,
// elements, refs, and also fingerprint and the screen's size. Owned by the
// caller, who must not change it: elements share objects.
json_t *at_snapshot_json(const struct at_snapshot_info *info);
// Write it as the session's last one, with its source.
AT_CHECKED bool at_snapshot_keep(const struct at_store *store,
                                 const json_t *snapshot,
                                 const struct at_snapshot_info *info,
                                 struct at_err *err);

// Read what was typed from the session's last snapshot, if it is of that
// device; else *out stays as it is.
void at_snapshot_read_typed(const struct at_store *store, const char *device_id,
                            struct at_typed *out);

struct at_last_snapshot {
    json_t *json;         // owned; the whole file
    struct at_tree *tree; // owned; as it was printed
    struct at_elements elements;
    struct at_tree *before; // owned; NULL without one
    struct at_elements elements_before;
    int64_t taken_ms;
    const char *id; // borrowed from json, like the next
    const char *platform;
    const char *device_id;
};

// Take json over, the content of such a file. AT_EIO says what is wrong with
// it, and frees it; *out is then empty.
AT_CHECKED bool at_last_snapshot_parse(json_t *json,
                                       struct at_last_snapshot *out,
                                       struct at_err *err);
// AT_ENOTFOUND if none was taken, AT_EIO if the file is damaged; both messages
// advise `ui snapshot`. A screen of more than AT_SNAPSHOT_KEPT_MAX elements is
// written without "elements" and "refs" ("elements_omitted" says how many):
// out->elements has them all.
AT_CHECKED bool at_last_snapshot_read(const struct at_store *store,
                                      struct at_last_snapshot *out,
                                      struct at_err *err);
void at_last_snapshot_deinit(struct at_last_snapshot *last);

#endif
