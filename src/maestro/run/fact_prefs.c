// fact_prefs.c: assertPrefs
#include "base/limits.h"
#include "maestro/run/fact.h"
#include "wire/preferences_xml.h"

static bool
judge(struct at_maestro_call *call, const struct at_maestro_pattern *pattern,
      struct at_str xml, struct at_buf *found, bool *out_holds,
      struct at_err *err)
{
    const struct at_maestro_fact *fact = &call->command->fact;
    struct at_buf value = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES);
    bool ok = true;
    switch (at_preferences_value(xml, fact->key, &value)) {
    case AT_PREFERENCE_ABSENT:
        *out_holds = fact->absent;
        at_buf_add_text(found, "there is no such key");
        break;
    case AT_PREFERENCE_THERE:
        at_buf_add_text(found, "it is ");
        at_maestro_fact_quote(call, at_buf_str(&value), found);
        *out_holds = !fact->absent;
        if (*out_holds)
            ok = at_maestro_fact_compare(fact, pattern, at_buf_str(&value),
                                         out_holds, err);
        break;
    case AT_PREFERENCE_MALFORMED:
        ok = at_fail(err, AT_EDEVICE,
                     "'%.*s' is not a complete file of preferences",
                     AT_STR_ARG(fact->file));
        break;
    }
    at_buf_deinit(&value);
    return ok;
}

static bool
look(struct at_maestro_call *call, const struct at_maestro_pattern *pattern,
     struct at_buf *found, bool *out_holds, struct at_err *err)
{
    const struct at_maestro_fact *fact = &call->command->fact;
    struct at_buf xml = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES);
    const char *package = at_maestro_fact_app(call, err);
    bool ok = package &&
              at_device_prefs(call->run->op, at_maestro_device(call), package,
                              fact->file, &xml, err) &&
              judge(call, pattern, at_buf_str(&xml), found, out_holds, err);
    at_buf_deinit(&xml);
    return ok;
}

bool
at_maestro_assert_prefs(struct at_maestro_call *call, struct at_err *err)
{
    const struct at_maestro_fact_search search = {
        .look = look, .pattern = call->command->fact.matches};
    return at_maestro_fact_await(call, &search, err);
}
