// flow_check_fuzz.c: any JSON as steps; what is accepted can be run, what is
// refused says why
#include <jansson.h>
#include <stdlib.h>

#include "flow/flow.h"
#include "flow/step.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_err err = AT_ERR_INIT;
    json_t *steps = json_loadb((const char *)data, len, JSON_ALLOW_NUL, NULL);

    if (!steps)
        return 0;
    bool ok = at_flow_check(steps, &err);
    if (ok != (err.code == AT_OK) || ok != (err.msg[0] == '\0'))
        abort();
    for (size_t i = 0; ok && i < json_array_size(steps); i++) {
        const json_t *step = json_array_get(steps, i);
        if (!at_step_find(at_args_str(step, "action")))
            abort();
    }
    json_decref(steps);
    return 0;
}
