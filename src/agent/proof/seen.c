#include "agent/proof/seen.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "wire/json.h"

void
at_seen_deinit(struct at_seen *seen)
{
    free(seen->text);
    *seen = (struct at_seen){0};
}

void
at_seen_copy(const struct at_seen *from, struct at_seen *out)
{
    *out = *from;
    out->text = from->text ? at_strdup(from->text) : NULL;
}

// A cut text could hold the half of a secret, which no mask would find.
void
at_seen_say(struct at_seen *seen, struct at_str text)
{
    if (text.len == 0 || text.len > AT_SEEN_TEXT_MAX_BYTES)
        return;
    free(seen->text);
    seen->text = at_strndup(text.ptr, text.len);
}

json_t *
at_seen_json(const struct at_seen *seen)
{
    json_t *json = json_object();
    if (!seen->text && !seen->has_box) {
        json_decref(json);
        return NULL;
    }
    if (seen->text)
        at_json_set(json, "text", at_json_text(at_str(seen->text)));
    if (seen->has_box) {
        at_json_set(json, "box",
                    json_pack("[i,i,i,i]", seen->box.left, seen->box.top,
                              seen->box.right, seen->box.bottom));
        at_json_set(json, "space",
                    json_pack("[i,i]", seen->width_px, seen->height_px));
    }
    return json;
}
