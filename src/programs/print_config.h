// print_config.h: configurations that make agentest known to clients
#ifndef AT_PROGRAMS_PRINT_CONFIG_H
#define AT_PROGRAMS_PRINT_CONFIG_H

#include "base/buf.h"

extern const char *const at_config_clients[]; // the last one is NULL

// Append the text to paste for one of the clients, with the program's path, to
// out, and the place to paste it to out_where.
void at_config_write(const char *client, const char *program,
                     struct at_buf *out, struct at_buf *out_where);

#endif
