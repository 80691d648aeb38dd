// dump.h: a window as the XML of `uiautomator dump`
#ifndef VIRTUAL_ANDROID_DUMP_H
#define VIRTUAL_ANDROID_DUMP_H

#include <stdbool.h>

#include "base/buf.h"

struct va_node;
struct va_window;

// The window must have been refreshed.
void va_dump_write(struct at_buf *out, const struct va_window *window,
                   bool compressed);

// What an accessibility service is told as a node's text.
void va_node_text(const struct va_node *node, struct at_buf *out);

void va_xml_attribute(struct at_buf *out, const char *name,
                      struct at_str value);

#endif
