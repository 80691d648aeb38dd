// overlay_json.h: overlays as JSON, so that a tree can be made again later
//
// Pure. A client that keeps what a tree was read from keeps these beside it.
//
//     [{"source":"webview","kind":"elements","under":[0,0,1080,1920],
//       "items":[{"bounds":[40,90,400,160],"depth":1,"flags":33,
//                 "label":"Mail","class":"android.widget.EditText"}]}]
#ifndef AT_SCREEN_OVERLAY_JSON_H
#define AT_SCREEN_OVERLAY_JSON_H

#include <jansson.h>

#include "base/err.h"
#include "screen/overlay.h"

// The caller owns the result. overlay and all after it; NULL makes "[]".
json_t *at_overlay_json(const struct at_overlay *overlay);
// The caller owns *out, NULL if there are none. Texts are copied. Fails with
// AT_EPROTO if the value was not made by at_overlay_json(), with AT_ELIMIT past
// AT_OVERLAY_MAX_ITEMS.
AT_CHECKED bool at_overlay_json_read(const json_t *json,
                                     struct at_overlay **out,
                                     struct at_err *err);

#endif
