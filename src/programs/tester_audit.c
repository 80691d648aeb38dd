// tester_audit.c: audit, and the entries of other commands
#include "programs/tester_audit.h"

#include <stdio.h>

#include "base/limits.h"
#include "base/quote.h"
#include "programs/tester.h"
#include "programs/tester_docs.h"
#include "programs/tester_healed.h"
#include "programs/print.h"
#include "tester/access/audit.h"
#include "wire/json.h"

enum { SHOWN_MAX = 1000, SHOWN = 100 };

void
at_tester_audit(struct at_store_db *store, const char *what,
                enum at_store_kind kind, struct at_str id)
{
    char by[AT_CHOSEN_BY_BYTES + 1];
    struct at_store_doc doc = {0};
    at_healed_by("the command line", by);
    (void)!store->ops->get(store, kind, id, &doc, NULL);
    at_audit_write(store, &(struct at_audit_entry){
                              .what = what,
                              .kind = kind,
                              .target = id,
                              .before = doc.revision > 0 ? doc.revision - 1 : 0,
                              .after = doc.revision,
                              .name = by,
                          });
    at_store_doc_deinit(&doc);
}

static void
write_words(const json_t *json, const char *name, const char *before,
            struct at_buf *out)
{
    struct at_str text = at_json_get_str(json, name);
    if (text.len > 0)
        at_buf_add_text(out, before);
    at_line_write(text, out);
}

static void
write_revisions(const json_t *json, struct at_buf *out)
{
    json_int_t before = json_integer_value(json_object_get(json, "before"));
    json_int_t after = json_integer_value(json_object_get(json, "after"));
    if (before > 0 && after > 0)
        at_buf_add_fmt(out, "  revision %lld to %lld", (long long)before,
                       (long long)after);
    else if (before > 0 || after > 0)
        at_buf_add_fmt(out, "  revision %lld",
                       (long long)(before > 0 ? before : after));
}

// 2026-02-04T10:11:12  ci (run)  ran run 0123  from 10.0.0.7
static void
write_entry(const json_t *json, struct at_buf *out)
{
    at_line_write(at_str_head(at_json_get_str(json, "at"), 19), out);
    write_words(json, "by", "  ", out);
    if (at_json_get_str(json, "role").len > 0) {
        write_words(json, "role", " (", out);
        at_buf_add_char(out, ')');
    }
    write_words(json, "what", "  ", out);
    write_words(json, "kind", " ", out);
    write_words(json, "target", " ", out);
    if (at_json_get_str(json, "label").len > 0) {
        write_words(json, "label", " '", out);
        at_buf_add_char(out, '\'');
    }
    write_revisions(json, out);
    write_words(json, "address", "  from ", out);
    at_buf_add_char(out, '\n');
}

static bool
show(struct at_invocation *invocation, struct at_err *err)
{
    struct at_store_db *store = invocation->home.store;
    const char *by = at_arguments_option(invocation->args, "--by");
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    struct at_store_list list;
    int64_t limit = SHOWN;
    if (!at_arguments_int(invocation->args, "--limit", 1, SHOWN_MAX, &limit,
                          err))
        return false;
    const struct at_store_query query = {
        .kind = AT_STORE_AUDIT, .text = at_str(by), .limit = (size_t)limit};
    if (!store->ops->list(store, &query, &list, err))
        return false;
    json_t *array = json_array();
    for (size_t i = 0; i < list.count; i++) {
        json_array_append_new(array, at_audit_json(store, &list.docs[i]));
        write_entry(json_array_get(array, i), &text);
    }
    if (at_arguments_have(invocation->args, "--json"))
        at_print_json(array);
    else
        fputs(at_buf_text(&text), stdout);
    json_decref(array);
    at_store_list_deinit(&list);
    at_buf_deinit(&text);
    return true;
}

const struct at_command at_tester_audit_show = {
    .name = "audit",
    .summary = "show who ran, accepted, changed or removed what, newest first",
    .options = AT_OPTIONS(
        {.name = "--by", .value = "NAME", .help = "only by clients called so"},
        {.name = "--limit",
         .value = "N",
         .help = "entries at most",
         .absent = "100"}),
    .examples = AT_EXAMPLES({"audit --limit 20", "the last twenty"},
                            {"audit --by ci --json", "what one client did"}),
    .flags = AT_TESTER_HOME | AT_TESTER_JSON,
    .run = show,
};
