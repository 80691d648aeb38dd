#include "cli/typable.h"

#include "base/limits.h"
#include "cli/strict_text.h"

bool
at_typable_is_strict(struct at_str text)
{
    struct at_str refused;
    size_t place;
    return at_strict_text(text, &refused, &place);
}

bool
at_typable_check_text(struct at_str text, struct at_err *err)
{
    if (text.len == 0)
        return at_fail(err, AT_EUSAGE, "there is no text to type");
    if (text.len > AT_TEXT_INPUT_MAX_BYTES)
        return at_fail(err, AT_EUSAGE,
                       "the text has %zu bytes, at most %zu are allowed",
                       text.len, AT_TEXT_INPUT_MAX_BYTES);
    return at_utf8_valid(text) ||
           at_fail(err, AT_EUSAGE, "the text is not UTF-8");
}

void
at_typable_add_reasons(const struct at_device *device, struct at_err *err)
{
    enum { REASON_MAX_BYTES = 100 }; // the beginning says what is wrong
    struct at_backend_state states[AT_DEVICE_BACKENDS_MAX];
    const struct at_backend_state *helper = NULL; // the last resort
    size_t count = at_device_backends(device, states);
    for (size_t i = 0; i < count; i++) {
        if (states[i].helper && !states[i].up && states[i].reason[0])
            helper = &states[i];
    }
    if (err && helper)
        at_err_add(
            err, "%s is not available: %.*s", helper->name,
            AT_STR_ARG(at_utf8_head(at_str(helper->reason), REASON_MAX_BYTES)));
}

bool
at_typable_fail(struct at_invocation *invocation, struct at_str text,
                bool hidden, struct at_err *err)
{
    struct at_str refused = {0};
    size_t place = 0;
    (void)at_strict_text(text, &refused, &place);
    at_invocation_next(invocation, "type it in a flow", "help", "flow", "run",
                       NULL);
    return at_fail(
        err, AT_EUSAGE,
        "character %zu of the text%s%.*s%s cannot be typed for certain, so "
        "nothing was typed: `input text` takes A-Z a-z 0-9 @ . _ - : / + "
        "and blanks; use `mobile-dev-agent flow run` for other texts",
        place, hidden ? "" : ", '", AT_STR_ARG(hidden ? AT_STR("") : refused),
        hidden ? "" : "',");
}

bool
at_typable_ask(struct at_invocation *invocation, struct at_app *app,
               struct at_str text, bool *out_can, struct at_err *err)
{
    struct at_device *device = at_app_device(app);
    *out_can = true;
    return at_typable_is_strict(text) || // no backend is started for it
           !AT_DEVICE_OFFERS(device, types_any) ||
           at_device_types_any(invocation->op, device, out_can, err);
}
