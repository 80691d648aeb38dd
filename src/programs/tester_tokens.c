// tester_tokens.c: tokens list, add, remove
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/quote.h"
#include "base/wipe.h"
#include "programs/print.h"
#include "programs/tester.h"
#include "programs/tester_audit.h"
#include "programs/tester_docs.h"
#include "programs/tester_healed.h"
#include "sys/clock.h"
#include "tester/access/tokens.h"
#include "wire/json.h"

static const char *
text_of(const json_t *json, const char *name)
{
    const char *text = json_string_value(json_object_get(json, name));
    return text ? text : "";
}

static bool
list(struct at_invocation *invocation, struct at_err *err)
{
    struct at_store_db *store = invocation->home.store;
    struct at_store_query query = {.kind = AT_STORE_TOKEN,
                                   .limit = AT_TOKENS_MAX};
    struct at_store_list list;
    if (!store->ops->list(store, &query, &list, err))
        return false;
    json_t *array = json_array();
    for (size_t i = list.count; i > 0; i--) {
        json_t *json =
            at_token_json(&list.docs[i - 1], store->ops->now_ms(store));
        bool valid = json_is_true(json_object_get(json, "valid"));
        json_array_append_new(array, json);
        if (at_arguments_have(invocation->args, "--json"))
            continue;
        const char *until = text_of(json, "expiresAt");
        const char *used = text_of(json, "lastUsedAt");
        printf("%-5s  %s%s%.10s%s%.13s%s\n", text_of(json, "role"),
               text_of(json, "name"),
               !until[0] ? ""
               : valid   ? "  until "
                         : "  EXPIRED ",
               until, used[0] ? "  last used " : "  not used", used,
               used[0] ? "h" : "");
    }
    if (at_arguments_have(invocation->args, "--json"))
        at_print_json(array);
    json_decref(array);
    at_store_list_deinit(&list);
    return true;
}

// Without --token-file only the command line could add more tokens.
static void
warn_without_admin(struct at_store_db *store)
{
    struct at_tokens *tokens = at_tokens_new(store);
    if (at_tokens_refresh(tokens, NULL) &&
        at_tokens_with(tokens, AT_ACCESS_ADMIN, store->ops->now_ms(store)) == 0)
        fprintf(stderr,
                "no token has the role admin yet: until one has, only clients "
                "with the token of --token-file can change settings\n");
    at_tokens_free(tokens);
}

static bool
add(struct at_invocation *invocation, struct at_err *err)
{
    struct at_store_db *store = invocation->home.store;
    const char *role = at_arguments_option(invocation->args, "--role");
    char by[AT_CHOSEN_BY_BYTES + 1];
    char token[AT_TOKEN_LEN + 1];
    struct at_token_wish wish = {
        .name = at_str(at_arguments_at(invocation->args, 0)),
        .role = at_access_find(at_str(role)),
        .by = by,
    };
    at_healed_by("the command line", by);
    if (!role)
        return at_fail(err, AT_EUSAGE, "give --role read, run, edit or admin");
    if (!at_arguments_int(invocation->args, "--days", 1, AT_TOKEN_DAYS_MAX,
                          &wish.days, err) ||
        !at_token_add(store, &wish, token, NULL, err))
        return false;
    at_tester_audit(store, "added", AT_STORE_TOKEN, wish.name);
    printf("%s\n", token);
    fprintf(stderr, "this is the only time the token is shown; clients send "
                    "Authorization: Bearer TOKEN\n");
    at_wipe(token, sizeof(token));
    warn_without_admin(store);
    return true;
}

static bool
remove_token(struct at_invocation *invocation, struct at_err *err)
{
    struct at_store_db *store = invocation->home.store;
    struct at_str name = at_str(at_arguments_at(invocation->args, 0));
    if (!at_token_remove(store, name, err))
        return false;
    at_tester_audit(store, "removed", AT_STORE_TOKEN, name);
    return true;
}

static const struct at_positional name[] = {
    {.name = "NAME", .help = "who has it, such as ci or a person's name"},
    {0},
};

const struct at_command at_tester_tokens_list = {
    .name = "tokens list",
    .summary = "list the tokens of the server's clients, without their values",
    .examples = AT_EXAMPLES({"tokens list", "role, name, end, last use"}),
    .flags = AT_TESTER_HOME | AT_TESTER_JSON,
    .run = list,
};

const struct at_command at_tester_tokens_add = {
    .name = "tokens add",
    .summary = "make a token for a client of the server, and print it once",
    .about = "As soon as there is a token, every client of the server needs "
             "one.",
    .positionals = name,
    .options = AT_OPTIONS(
        {.name = "--role",
         .value = "ROLE",
         .choices = at_access_names + 1,
         .help = "read: see; run: also start, stop and approve runs; edit: "
                 "also change scenarios; admin: everything"},
        {.name = "--days", .value = "N", .help = "it expires after N days"}),
    .examples = AT_EXAMPLES({"tokens add ci --days 90 --role run",
                             "for a pipeline that runs scenarios"}),
    .flags = AT_TESTER_HOME,
    .run = add,
};

const struct at_command at_tester_tokens_remove = {
    .name = "tokens remove",
    .summary = "revoke a token at once: its logins and streams end",
    .positionals = name,
    .examples = AT_EXAMPLES({"tokens remove ci", "the pipeline gets 401"}),
    .flags = AT_TESTER_HOME,
    .run = remove_token,
};
