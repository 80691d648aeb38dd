#include "maestro/run/fact_words.h"

// " equals "3" and contains "…"" ; nothing if nothing is compared
static bool
add_comparison(const struct at_maestro_fact *fact, struct at_buf *out)
{
    const struct {
        const char *verb;
        struct at_str text;
    } rows[] = {{"equals", fact->equals},
                {"contains", fact->contains},
                {"matches", fact->matches}};
    const char *before = " ";
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        if (!rows[i].text.ptr)
            continue;
        at_buf_add_fmt(out, "%s%s \"%.*s\"", before, rows[i].verb,
                       AT_STR_ARG(rows[i].text));
        before = " and ";
    }
    return before[1] != '\0';
}

static void
add_database(const struct at_maestro_fact *fact, struct at_buf *out)
{
    at_buf_add_fmt(out, "%.*s of %.*s", AT_STR_ARG(fact->query),
                   AT_STR_ARG(fact->database));
    bool compared = add_comparison(fact, out);
    if (fact->rows.ptr)
        at_buf_add_fmt(out, "%s has %.*s %s", compared ? " and" : "",
                       AT_STR_ARG(fact->rows),
                       at_str_is(fact->rows, "1") ? "row" : "rows");
    else if (!compared)
        at_buf_add_text(out, " has rows");
}

static void
add_log(const struct at_maestro_fact *fact, struct at_buf *out)
{
    at_buf_add_fmt(out, "the log has %s line", fact->absent ? "no" : "a");
    if (fact->level.ptr)
        at_buf_add_fmt(out, " of level %.*s", AT_STR_ARG(fact->level));
    if (fact->contains.ptr)
        at_buf_add_fmt(out, " with \"%.*s\"", AT_STR_ARG(fact->contains));
    if (fact->matches.ptr)
        at_buf_add_fmt(out, " matching \"%.*s\"", AT_STR_ARG(fact->matches));
}

static void
add_prefs(const struct at_maestro_fact *fact, struct at_buf *out)
{
    at_buf_add_fmt(out, "%.*s of %.*s", AT_STR_ARG(fact->key),
                   AT_STR_ARG(fact->file));
    if (fact->absent)
        at_buf_add_text(out, " is absent");
    else if (!add_comparison(fact, out))
        at_buf_add_text(out, " is there");
}

static void
add_request(const struct at_maestro_fact *fact, struct at_buf *out)
{
    at_buf_add_text(out, "a request ");
    if (fact->method.ptr)
        at_buf_add_fmt(out, "%.*s ", AT_STR_ARG(fact->method));
    at_buf_add_fmt(out, "to \"%.*s\" was made", AT_STR_ARG(fact->url));
}

void
at_maestro_fact_write(const struct at_maestro_command *command,
                      struct at_buf *out)
{
    switch (command->kind) {
    case AT_MAESTRO_ASSERT_DATABASE:
        add_database(&command->fact, out);
        break;
    case AT_MAESTRO_ASSERT_LOG:
        add_log(&command->fact, out);
        break;
    case AT_MAESTRO_ASSERT_PREFS:
        add_prefs(&command->fact, out);
        break;
    case AT_MAESTRO_ASSERT_REQUEST:
        add_request(&command->fact, out);
        break;
    default:
        at_buf_add_fmt(out, "%.*s has not crashed",
                       AT_STR_ARG(command->app_id));
        break;
    }
}
