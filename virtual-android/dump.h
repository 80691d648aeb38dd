// dump.h: a window as the XML of `uiautomator dump`
#ifndef VIRTUAL_ANDROID_DUMP_H
#define VIRTUAL_ANDROID_DUMP_H

#include <stdbool.h>

#include "base/buf.h"

struct va_device;
struct va_node;
struct va_window;

// The window must have been refreshed.
void va_dump_write(const struct va_device *device,
                   const struct va_window *window, bool compressed,
                   struct at_buf *out);

// What shows as a node's text, and what an accessibility service is told of it.
void va_node_text(const struct va_node *node, struct at_buf *out);
void va_node_told(const struct va_device *device, const struct va_node *node,
                  struct at_buf *out);

void va_xml_attribute(struct at_buf *out, const char *name,
                      struct at_str value);

#endif
