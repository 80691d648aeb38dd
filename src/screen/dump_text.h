// dump_text.h: the XML document inside a device's output
#ifndef AT_SCREEN_DUMP_TEXT_H
#define AT_SCREEN_DUMP_TEXT_H

#include "base/buf.h"
#include "base/err.h"

// Find where the document begins in dump: UTF-8 with or without BOM, UTF-16
// (decoded into scratch), other text before it. *out_xml is a view into dump or
// scratch and runs to the end of the input, whatever follows the document.
// *out_repaired: text before it was dropped, or broken UTF-16 was replaced.
// Fails with AT_ETREE if there is none, explaining the tool's own errors.
AT_CHECKED bool at_dump_text_find(struct at_str dump, struct at_buf *scratch,
                                  struct at_str *out_xml, bool *out_repaired,
                                  struct at_err *err);

#endif
