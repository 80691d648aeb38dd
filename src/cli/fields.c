#include "cli/fields.h"

#include <string.h>

#include "wire/json.h"

const char *const at_fields_of_element[] = {
    "ref",    "role",      "name", "value", "bounds",
    "states", "selectors", "meta", NULL,
};

static bool
check_name(struct at_str name, const char *const *valid, struct at_err *err)
{
    struct at_buf names = AT_BUF_INIT(AT_ERR_MSG_MAX / 2);
    bool ok = false;
    for (size_t i = 0; valid[i]; i++) {
        ok = ok || at_str_is(name, valid[i]);
        at_buf_add_fmt(&names, "%s%s", i ? "," : "", valid[i]);
    }
    if (!ok)
        at_fail(err, AT_EUSAGE, "--fields has no '%.*s' (valid: %s)",
                AT_STR_ARG(at_utf8_head(name, 80)), at_buf_text(&names));
    at_buf_deinit(&names);
    return ok;
}

bool
at_fields_check(const struct at_arguments *args, const char *const *valid,
                struct at_err *err)
{
    struct at_str rest = at_str(at_arguments_option(args, "--fields"));
    struct at_str name;
    while (rest.len > 0) {
        at_str_next(&rest, ',', &name);
        if (!check_name(name, valid, err))
            return false;
    }
    return true;
}

static json_t *
kept_of(const json_t *row, const json_t *fields)
{
    json_t *kept = json_object();
    size_t i;
    json_t *field;
    json_array_foreach((json_t *)(uintptr_t)fields, i, field)
    {
        const char *name = json_string_value(field);
        json_t *value = json_object_get(row, name);
        at_json_set(kept, name, value ? json_incref(value) : json_null());
    }
    return kept;
}

bool
at_fields_keep(struct at_invocation *invocation, json_t *holder,
               const char *name)
{
    const char *option = at_arguments_option(invocation->args, "--fields");
    struct at_str rest = at_str(option);
    struct at_str field;
    json_t *fields = json_array();
    json_t *rows = json_array();
    size_t i;
    json_t *row;
    while (rest.len > 0) {
        at_str_next(&rest, ',', &field);
        json_array_append_new(fields, at_json_text(field));
    }
    if (option) {
        json_array_foreach(json_object_get(holder, name), i, row)
            json_array_append_new(rows, kept_of(row, fields));
        at_json_set(holder, name, json_incref(rows));
        at_invocation_set(invocation, "fields", json_incref(fields));
    }
    json_decref(rows);
    json_decref(fields);
    return option != NULL;
}

void
at_fields_print(const json_t *rows, struct at_buf *out)
{
    size_t i, column;
    json_t *row, *value;
    const char *name;
    json_array_foreach((json_t *)(uintptr_t)rows, i, row)
    {
        column = 0;
        json_object_foreach(row, name, value)
        {
            at_buf_add_text(out, column++ > 0 ? "\t" : "");
            if (json_is_string(value))
                at_buf_add_str(out, at_json_str(value));
            else
                at_json_write(value, out);
        }
        at_buf_add_char(out, '\n');
    }
}
