// uiautomator.h: reader of `uiautomator dump` XML
#ifndef AT_SCREEN_UIAUTOMATOR_H
#define AT_SCREEN_UIAUTOMATOR_H

#include "base/err.h"
#include "screen/tree.h"

// Read a dump from the device or a file: UTF-8 with or without BOM, UTF-16 with
// BOM, surrounding text ("UI hierchary dumped to: …") dropped, negative and
// empty bounds, several roots, older and newer attributes, one window or all of
// them (--windows; first display only). The caller owns *out_tree; on failure
// it is NULL and err is AT_ETREE (what was wrong, where, and what to try; also
// for the tool's own "ERROR: could not get idle state." and "null root node",
// for a dump without nodes and for one over a limit on nodes, depth or text),
// or AT_ELIMIT if the input is larger than AT_DUMP_MAX_BYTES. Document type
// declarations are refused, so no entity is ever expanded.
AT_CHECKED bool at_uiautomator_parse(struct at_str dump,
                                     struct at_tree **out_tree,
                                     struct at_err *err);

#endif
