// axe.h: reader of `axe describe-ui` JSON, an iOS simulator's screen
//
// Sources of the format: AXe 1.8.0's goldens (every node has AXFrame, frame,
// AXLabel, AXUniqueId, AXValue, type, role, enabled, children …); idb's
// describe-all has the same keys. Coordinates are points, rounded to whole
// ones. type becomes class_name, AXUniqueId resource_id; what is a button,
// field, switch … becomes role, flags and actions as on Android, so that
// labels, refs, find, assertions and fingerprints need not know the platform.
#ifndef AT_SCREEN_AXE_H
#define AT_SCREEN_AXE_H

#include "base/err.h"
#include "screen/tree.h"

// text may have other output before and after the JSON (tools print notices).
// The caller owns *out_tree; on failure it is NULL and err is AT_ETREE (what
// was wrong, where, what to try) or AT_ELIMIT.
AT_CHECKED bool at_axe_parse(struct at_str text, struct at_tree **out_tree,
                             struct at_err *err);

#endif
