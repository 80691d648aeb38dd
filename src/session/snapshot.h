// snapshot.h: the result of ui snapshot, and the last one as a file
//
// last_snapshot.json contains data.snapshot of spec/mobile-dev-agent 7.2 and,
// as "source", the device's output, from which the tree and its refs are
// restored, so an old ref has its full identity. "numbers" are those of the
// refs ("1-5,9"), "last_number" is the session's highest. After an action,
// "before" has the same data for the previous screen, to explain refs that are
// gone.
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
    const char *app_id; // NULL: unknown
    const struct at_tree *tree;
    const char *source_format; // format as in at_snapshot
    struct at_str source;
    struct at_str overlays; // see at_snapshot; may be ""
    bool only_interactive;
    // The list table of tree with the elements' numbers; NULL: start at 1.
    const struct at_ref_table *refs;
    const json_t *before;         // previous snapshot; NULL: none
    const struct at_typed *typed; // written as hashes; NULL: none
};

// Return data.snapshot: id (a UUID), taken_at (now), platform, device, app,
// tree, elements, refs, and also fingerprint and the screen's size. Owned by
// the caller, who must not change it, because elements share objects.
json_t *at_snapshot_json(const struct at_snapshot_info *info);
// Store it as the session's last snapshot, with its source.
AT_CHECKED bool at_snapshot_keep(const struct at_store *store,
                                 const json_t *snapshot,
                                 const struct at_snapshot_info *info,
                                 struct at_err *err);

// Read the typed text from the session's last snapshot, if it is from that
// device; otherwise *out is unchanged.
void at_snapshot_read_typed(const struct at_store *store, const char *device_id,
                            struct at_typed *out);

struct at_last_snapshot {
    json_t *json;         // owned; the whole file
    struct at_tree *tree; // owned; as printed
    struct at_elements elements;
    struct at_tree *before; // owned; NULL if absent
    struct at_elements elements_before;
    int64_t taken_ms;
    const char *id; // borrowed from json, as are the following
    const char *platform;
    const char *device_id;
};

// Parse json, the content of such a file, and take ownership of it. On failure
// (AT_EIO with the fault) json is freed and *out is empty.
AT_CHECKED bool at_last_snapshot_parse(json_t *json,
                                       struct at_last_snapshot *out,
                                       struct at_err *err);
// Read the last snapshot. AT_ENOTFOUND if there is none, AT_EIO if the file is
// damaged; both messages advise `ui snapshot`. A screen of more than
// AT_SNAPSHOT_KEPT_MAX elements is stored without "elements" and "refs"
// ("elements_omitted" has their number), but out->elements is complete.
AT_CHECKED bool at_last_snapshot_read(const struct at_store *store,
                                      struct at_last_snapshot *out,
                                      struct at_err *err);
void at_last_snapshot_deinit(struct at_last_snapshot *last);

#endif
