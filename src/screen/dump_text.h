// dump_text.h: finds the XML document in a device's output
#ifndef AT_SCREEN_DUMP_TEXT_H
#define AT_SCREEN_DUMP_TEXT_H

#include "base/buf.h"
#include "base/err.h"

// Find the document in dump: UTF-8 with or without BOM, or UTF-16 (decoded into
// scratch), possibly after other text. *out_xml is a view into dump or scratch
// that extends to the end of the input, including any trailing text.
// *out_repaired is set if leading text was dropped or broken UTF-16 was
// replaced. Fails with AT_ETREE, explaining the tool's own error, if no
// document is found.
AT_CHECKED bool at_dump_text_find(struct at_str dump, struct at_buf *scratch,
                                  struct at_str *out_xml, bool *out_repaired,
                                  struct at_err *err);

#endif
