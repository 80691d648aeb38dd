// flow_print.h: results of flows as text
#ifndef AT_CLI_FLOW_PRINT_H
#define AT_CLI_FLOW_PRINT_H

#include <jansson.h>

#include "base/buf.h"

// Append a line for each flow, the sum and where reports are.
void at_flow_print(const json_t *data, struct at_buf *out);

#endif
