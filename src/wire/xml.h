// xml.h: writing XML 1.0 with words of strangers; pure
//
// Texts of models, apps and screens cannot be markup, control characters, or
// turn the reading direction.
#ifndef AT_WIRE_XML_H
#define AT_WIRE_XML_H

#include "base/buf.h"

void at_xml_write(struct at_str text, struct at_buf *out);
// Append ' name="value"'.
void at_xml_attribute(const char *name, struct at_str value,
                      struct at_buf *out);
// Append ' time="1.500"'; a negative time is 0.
void at_xml_seconds(int64_t ms, struct at_buf *out);
// Append a line with an element "property", unless the value is empty.
void at_xml_property(const char *name, struct at_str value, struct at_buf *out);

#endif
