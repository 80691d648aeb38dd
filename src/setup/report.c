// report.c: the result of setup as JSON, and that as lines
#include "base/limits_setup.h"
#include "setup/line_diff.h"
#include "setup/setup.h"
#include "wire/json.h"

static const char *const states[] = {
    [AT_SETUP_SAME] = "unchanged", [AT_SETUP_PENDING] = "pending",
    [AT_SETUP_DONE] = "written",   [AT_SETUP_KEPT] = "kept",
    [AT_SETUP_FAILED] = "failed",
};

static const char *const verbs[] = {
    [AT_SETUP_ADD] = "add",
    [AT_SETUP_UPDATE] = "update",
    [AT_SETUP_REMOVE] = "remove",
};

static json_t *
change_json(const struct at_setup *setup, const struct at_setup_change *change)
{
    json_t *row = json_object();
    struct at_buf diff = AT_BUF_INIT(2 * AT_SETUP_FILE_MAX_BYTES);
    at_json_set_text(row, "client", at_setup_client_word(change->client));
    at_json_set_text(row, "name", change->client->name);
    at_json_set(row, "file",
                change->path ? at_json_text(at_str(change->path))
                             : json_null());
    at_json_set_text(row, "action", verbs[change->verb]);
    at_json_set_text(row, "state", states[change->state]);
    if (change->state == AT_SETUP_FAILED)
        at_json_set_text(row, "error", change->err.msg);
    if (change->state == AT_SETUP_DONE && setup->job.skill.len == 0)
        at_json_set_text(row, "next", change->client->next);
    if (change->state == AT_SETUP_PENDING || change->state == AT_SETUP_DONE) {
        at_line_diff_write(at_buf_str(&change->old), at_buf_str(&change->now),
                           &diff);
        at_json_set(row, "diff", at_json_text(at_buf_str(&diff)));
    }
    at_buf_deinit(&diff);
    return row;
}

json_t *
at_setup_json(const struct at_setup *setup)
{
    json_t *result = json_object();
    json_t *clients = json_array();
    json_t *counts = json_object();
    size_t counted[sizeof(states) / sizeof(states[0])] = {0};
    for (size_t i = 0; i < setup->count; i++) {
        json_array_append_new(clients, change_json(setup, &setup->changes[i]));
        counted[setup->changes[i].state]++;
    }
    for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++)
        at_json_set(counts, states[i], json_integer((json_int_t)counted[i]));
    at_json_set(result, "dry_run", json_boolean(setup->dry_run));
    at_json_set(result, "shown", json_boolean(setup->shown));
    if (setup->job.skill.len == 0)
        at_json_set(result, "command", at_json_texts(&setup->job.command));
    at_json_set(result, "clients", clients);
    at_json_set(result, "summary", counts);
    return result;
}

static const char *
words_of(struct at_str state, struct at_str action)
{
    static const struct {
        const char *state, *action, *words;
    } rows[] = {
        {"unchanged", "remove", "is not set up"},
        {"unchanged", "", "is set up already"},
        {"pending", "add", "would be added to"},
        {"pending", "update", "would be updated in"},
        {"pending", "remove", "would be removed from"},
        {"written", "add", "added to"},
        {"written", "update", "updated in"},
        {"written", "remove", "removed from"},
        {"kept", "", "left alone, for it was changed by hand:"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (at_str_is(state, rows[i].state) &&
            (!rows[i].action[0] || at_str_is(action, rows[i].action)))
            return rows[i].words;
    }
    return "failed";
}

static void
write_client(const json_t *row, bool shown, struct at_buf *out)
{
    struct at_str state = at_json_get_str(row, "state");
    struct at_str error = at_json_get_str(row, "error");
    struct at_str next = at_json_get_str(row, "next");
    bool same = at_str_is(state, "unchanged");
    at_buf_add_fmt(out, "%.*s: ", AT_STR_ARG(at_json_get_str(row, "name")));
    if (error.len > 0) {
        at_buf_add_fmt(out, "failed: %.*s\n", AT_STR_ARG(error));
        return;
    }
    at_buf_add_fmt(out, same ? "%s (%.*s)" : "%s %.*s",
                   words_of(state, at_json_get_str(row, "action")),
                   AT_STR_ARG(at_json_get_str(row, "file")));
    if (next.len > 0 && !at_str_is(at_json_get_str(row, "action"), "remove"))
        at_buf_add_fmt(out, "; then: %.*s", AT_STR_ARG(next));
    at_buf_add_char(out, '\n');
    if (!shown)
        at_buf_add_str(out, at_json_get_str(row, "diff"));
}

void
at_setup_write(const json_t *result, struct at_buf *out)
{
    const json_t *counts = json_object_get(result, "summary");
    bool shown = json_is_true(json_object_get(result, "shown"));
    bool any = false;
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(result, "clients"), i, row)
        write_client(row, shown, out);
    for (i = 0; counts && i < sizeof(states) / sizeof(states[0]); i++) {
        json_int_t count =
            json_integer_value(json_object_get(counts, states[i]));
        if (count == 0)
            continue;
        at_buf_add_fmt(out, "%s%lld %s", any ? ", " : "", (long long)count,
                       i == AT_SETUP_PENDING ? "to write" : states[i]);
        any = true;
    }
    at_buf_add_text(out, any ? "\n" : "");
}
