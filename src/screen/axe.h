// axe.h: reader of `axe describe-ui` JSON, an iOS simulator's screen
//
// The format follows AXe 1.8.0's goldens (every node has AXFrame, frame,
// AXLabel, AXUniqueId, AXValue, type, role, enabled, children …); idb's
// describe-all has the same keys. Coordinates are points, rounded to integers.
// type becomes class_name and AXUniqueId becomes resource_id. Buttons, fields,
// switches and so on get the same role, flags and actions as on Android, so
// labels, refs, find, assertions and fingerprints are platform independent.
#ifndef AT_SCREEN_AXE_H
#define AT_SCREEN_AXE_H

#include "base/err.h"
#include "screen/tree.h"

// Text around the JSON is allowed, because tools print notices. The caller owns
// *out_tree; on failure it is NULL and err is AT_ETREE (what was wrong, where,
// what to try) or AT_ELIMIT.
AT_CHECKED bool at_axe_parse(struct at_str text, struct at_tree **out_tree,
                             struct at_err *err);

#endif
