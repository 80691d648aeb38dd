// names.c: walk, measure, take
//
// A view's place comes by a callback, a frame later or never; Hermes does not
// await promises. So the script starts, and names are taken when it reports the
// end or time is up.
#include "device/android/framework/hermes/names.h"

#include <stdlib.h>
#include <string.h>

#include "device/android/framework/hermes/fiber.h"
#include "sys/clock.h"

enum {
    MEASURE_MS = 60,  // a frame or two, or never
    PATIENT_MS = 150, // contract, the second call of connect's
    ANSWER_MAX_BYTES = 2 * 1024 * 1024,
};

bool
at_names_serves(const struct at_overlay_query *query)
{
    const char *off = getenv("AGENTEST_DISABLE_FIBER_INFERENCE");
    return query->labels && !(off && strcmp(off, "1") == 0);
}

static bool
evaluate(const struct at_op *op, struct at_inspector *inspector,
         const char *source, struct at_buf *out, struct at_err *err)
{
    at_buf_clear(out);
    return at_inspector_evaluate(op, inspector, NULL, source, out, err);
}

static bool
start(const struct at_op *op, struct at_inspector *inspector,
      struct at_buf *out, struct at_err *err)
{
    at_inspector_expect(inspector);
    if (!evaluate(op, inspector, AT_FIBER_START, out, err))
        return false;
    return !at_str_is(at_buf_str(out), "absent") ||
           (evaluate(op, inspector, at_fiber_source, out, err) &&
            evaluate(op, inspector, AT_FIBER_START, out, err));
}

// A view that never answers gets no name; the others do.
static bool
await_places(const struct at_op *op, struct at_inspector *inspector,
             bool patient, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    struct at_op sub = at_op_sub(
        op, at_now_ns(), at_scaled_ms(patient ? PATIENT_MS : MEASURE_MS));
    return at_inspector_await(&sub, inspector, AT_FIBER_READY, &why) ||
           why.code == AT_ETIMEOUT || at_err_pass(err, &why);
}

bool
at_names_read(const struct at_op *op, struct at_inspector *inspector,
              const struct at_overlay_query *query, struct at_overlay **out,
              struct at_err *err)
{
    struct at_buf answer = AT_BUF_INIT(ANSWER_MAX_BYTES);
    *out = NULL;
    bool ok = start(op, inspector, &answer, err);
    if (ok && at_str_is(at_buf_str(&answer), "wait"))
        ok = await_places(op, inspector, query->patient, err) &&
             evaluate(op, inspector, AT_FIBER_TAKE, &answer, err);
    ok = ok && at_fiber_read(at_buf_str(&answer), query->density_dpi, out, err);
    at_buf_deinit(&answer);
    return ok;
}
