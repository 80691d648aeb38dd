// print_config.h: what to paste where, so that a client knows agentest
#ifndef AT_PROGRAMS_PRINT_CONFIG_H
#define AT_PROGRAMS_PRINT_CONFIG_H

#include "base/buf.h"

extern const char *const at_config_clients[]; // up to NULL

// Append to out what is pasted for one of the clients, with the program's
// path, and to out_where where it goes.
void at_config_write(const char *client, const char *program,
                     struct at_buf *out, struct at_buf *out_where);

#endif
