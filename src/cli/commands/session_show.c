// session show: print what the session remembers
#include "cli/commands.h"

#include "cli/invocation.h"
#include "session/defaults.h"
#include "wire/json.h"

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    (void)err;
    bool saved = invocation->session != NULL;
    json_t *session =
        saved ? json_incref(invocation->session) : at_defaults_new();
    at_invocation_set_text(invocation, "path",
                           at_store_path(invocation->store, AT_STORE_SESSION));
    at_invocation_set(invocation, "saved", json_boolean(saved));
    at_invocation_set(invocation, "session", session);
    return true;
}

bool
at_session_change(struct at_invocation *invocation, at_store_change *change,
                  void *user, struct at_err *err)
{
    if (!at_store_update(invocation->op, invocation->store, AT_STORE_SESSION,
                         change, user, err))
        return false;
    json_decref(invocation->session);
    invocation->session = NULL;
    return at_store_read(invocation->store, AT_STORE_SESSION,
                         &invocation->session, err) &&
           run(invocation, err);
}

static void
print_env(const json_t *env, struct at_buf *out)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)env, name, value) at_buf_add_fmt(
        out, "%-10s %s=%.*s\n", "env", name, AT_STR_ARG(at_json_str(value)));
}

void
at_session_print(const json_t *data, struct at_buf *out)
{
    const json_t *session = json_object_get(data, "session");
    const json_t *defaults = json_object_get(session, "defaults");
    for (const char *const *key = at_defaults_keys; *key; key++) {
        const char *value = at_defaults_get(session, *key);
        if (value)
            at_buf_add_fmt(out, "%-10s %s\n", *key, value);
    }
    print_env(json_object_get(defaults, "env"), out);
    if (out->len == 0 && session)
        at_buf_add_text(out, "nothing is set\n");
}

const struct at_command at_cli_session_show = {
    .name = "session show",
    .summary = "show what the session remembers",
    .examples = AT_EXAMPLES(
        {"session show", "all values, by name"},
        {"session show --session login --json", "another session, as JSON"}),
    .flags = AT_COMMAND_HISTORY,
    .run = run,
    .print = at_session_print,
};
