#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/helper/answers.h"
#include "device/android/parse/instrument.h"
#include "device/android/parse/version.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static void
read_words(struct at_str in)
{
    struct at_instrument whole;
    struct at_instrument cut;
    enum at_helper_stage stage;
    at_instrument_init(&whole);
    at_instrument_init(&cut);
    at_instrument_take(&whole, in);
    at_instrument_take(&cut, at_str_head(in, in.len / 2));
    at_instrument_take(&cut, at_str_skip(in, in.len / 2));
    at_assert(whole.report.serving == cut.report.serving &&
              whole.report.over == cut.report.over);
    at_assert(at_str_is(at_str(whole.report.error), cut.report.error));
    at_assert(!at_instrument_fail(&whole.report, NULL, &stage, NULL));
    at_instrument_deinit(&whole);
    at_instrument_deinit(&cut);
    at_assert(at_package_version(in, AT_STR("com.agentest.helper")) >= -1);
}

// An answer as each of those that it could be.
static void
read_answer(const json_t *json)
{
    bool lost;
    struct at_helper_status status;
    struct at_helper_idle idle;
    struct at_helper_framework framework = {.arena = AT_ARENA_INIT};
    struct at_helper_outcome outcome = {.arena = AT_ARENA_INIT};
    (void)!at_helper_read_ok(json, &lost, NULL);
    (void)!at_helper_read_status(json, &status, NULL);
    if (at_helper_read_idle(json, &idle, NULL))
        at_assert(idle.noise_count <= AT_HELPER_NOISE_MAX);
    (void)!at_helper_read_framework(json, &framework, NULL);
    at_helper_framework_deinit(&framework);
    for (size_t count = 0; count < 3; count++) {
        if (at_helper_read_outcome(json, count, &outcome, NULL))
            at_assert(outcome.result_count <= count);
        at_helper_outcome_deinit(&outcome);
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str in = at_str_n((const char *)data, len);
    json_t *json = at_json_parse(in, NULL);
    if (json)
        read_answer(json);
    else
        read_words(in);
    json_decref(json);
    return 0;
}
