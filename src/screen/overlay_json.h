// overlay_json.h: overlays as JSON, to rebuild a tree later
//
// Pure. A client that stores the input of a tree stores its overlays too.
//
//     [{"source":"webview","kind":"elements","under":[0,0,1080,1920],
//       "items":[{"bounds":[40,90,400,160],"depth":1,"flags":33,
//                 "label":"Mail","class":"android.widget.EditText"}]}]
#ifndef AT_SCREEN_OVERLAY_JSON_H
#define AT_SCREEN_OVERLAY_JSON_H

#include <jansson.h>

#include "base/err.h"
#include "screen/overlay.h"

// Convert overlay and its successors; NULL gives "[]". The caller owns the
// result.
json_t *at_overlay_json(const struct at_overlay *overlay);
// The caller owns *out, which is NULL for an empty list. Texts are copied.
// Fails with AT_EPROTO if at_overlay_json() did not write the value, with
// AT_ELIMIT past AT_OVERLAY_MAX_ITEMS.
AT_CHECKED bool at_overlay_json_read(const json_t *json,
                                     struct at_overlay **out,
                                     struct at_err *err);

#endif
