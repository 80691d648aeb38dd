// flow_check_fuzz.c: any JSON as steps; what is accepted can be run, what is
// refused says why
#include <jansson.h>
#include <stdlib.h>

#include "mcp/tools/steps.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_err err = AT_ERR_INIT;
    json_t *steps = json_loadb((const char *)data, len, JSON_ALLOW_NUL, NULL);
    if (!steps)
        return 0;
    struct at_flow flow;
    bool ok = at_steps_read(steps, &flow, &err);
    if (ok != (err.code == AT_OK) || ok != (err.msg[0] == '\0'))
        abort();
    if (ok && !at_flow_check(&flow, NULL))
        abort();
    free(flow.steps);
    json_decref(steps);
    return 0;
}
