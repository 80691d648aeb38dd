// expect_answer_fuzz.c: any bytes as a model's answer: at most what may be
// compiled comes of it, none of it pinned or bound
#include <stdlib.h>

#include "agent/proof/expect_prompt.h"
#include "base/limits.h"
#include "wire/json.h"

enum { STEPS = 2 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static void
check(const struct at_claims *claims)
{
    for (size_t i = 0; i < claims->count; i++)
        if (claims->items[i].is_pinned || claims->items[i].bound[0] != '\0')
            abort();
    if (claims->count > AT_CLAIMS_MAX)
        abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_buf notes = AT_BUF_INIT(AT_MIB);
    struct at_scenario scenario;
    struct at_claims lists[STEPS];
    json_t *json =
        json_pack("{s:s, s:s, s:[s, s]}", "goal", "Bread", "packageName", "p",
                  "steps", "See Bread", "The total is 3.50");
    if (!at_scenario_read(json, &scenario, NULL))
        abort();
    json_decref(json);
    (void)at_expect_answer_read(&scenario, at_str_n((const char *)data, len),
                                lists, &notes);
    for (size_t i = 0; i < STEPS; i++) {
        check(&lists[i]);
        at_claims_deinit(&lists[i]);
    }
    at_scenario_deinit(&scenario);
    at_buf_deinit(&notes);
    return 0;
}
