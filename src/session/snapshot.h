// snapshot.h: ui snapshot's result, and the last one as it was kept
//
// last_snapshot.json is data.snapshot of spec/mobile-dev-agent 7.2 and, under
// "source", what the screen was read from: the tree and its refs are made anew
// from that, so that an old ref is known by its whole identity.
#ifndef AT_SESSION_SNAPSHOT_H
#define AT_SESSION_SNAPSHOT_H

#include <jansson.h>

#include "base/err.h"
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
    bool only_interactive;
};

// data.snapshot: id (a UUID), taken_at (now), platform, device, app, tree,
// elements, refs; fingerprint and screen's size besides. Owned by the caller,
// to be read alone: what several elements have in common is one object.
json_t *at_snapshot_json(const struct at_snapshot_info *info);
// Keep it as the session's last one, with its source.
AT_CHECKED bool at_snapshot_keep(const struct at_store *store,
                                 const json_t *snapshot,
                                 const struct at_snapshot_info *info,
                                 struct at_err *err);

// A canonical element. A password's value is never in it. Owned by the caller.
json_t *at_element_json(const struct at_element *element, const char *platform);

struct at_last_snapshot {
    json_t *json;         // owned; the whole file
    struct at_tree *tree; // owned; as it was shown
    struct at_elements elements;
    int64_t taken_ms;
    const char *id; // borrowed from json, as the next
    const char *platform;
    const char *device_id;
};

// AT_ENOTFOUND where none was taken: the message advises `ui snapshot`. AT_EIO
// where the file is damaged, with the same advice. A screen of more elements
// than AT_SNAPSHOT_KEPT_MAX is kept without "elements" and "refs"
// ("elements_omitted" says how many): out->elements has them all.
AT_CHECKED bool at_last_snapshot_read(const struct at_store *store,
                                      struct at_last_snapshot *out,
                                      struct at_err *err);
void at_last_snapshot_deinit(struct at_last_snapshot *last);

#endif
