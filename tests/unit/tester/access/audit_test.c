// audit_test.c: entries of the audit, and how many are kept
#include "tester/access/audit.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/folder.h"
#include "tests/t.h"
#include "wire/json.h"

static struct at_store_db *store;
static char folder[] = "/tmp/audit_test.XXXXXX";

static int
set_up(void **state)
{
    (void)state;
    T_OK(mkdtemp(folder));
    char *file = at_strfmt("%s/store.sqlite", folder);
    T_OK(at_store_sqlite_open(file, &store, NULL));
    free(file);
    return 0;
}

static int
tear_down(void **state)
{
    (void)state;
    at_store_db_free(store);
    T_OK(at_folder_remove(folder, NULL));
    return 0;
}

static void
list(struct at_store_list *out)
{
    const struct at_store_query query = {.kind = AT_STORE_AUDIT,
                                         .limit = AT_STORE_LIST_MAX};
    T_OK(store->ops->list(store, &query, out, NULL));
}

T_TEST(each_kind_has_a_name)
{
    for (int kind = 0; kind < AT_STORE_KINDS; kind++) {
        T_OK(at_audit_kinds[kind] && at_audit_kinds[kind][0]);
        for (int other = 0; other < kind; other++)
            T_OK(strcmp(at_audit_kinds[kind], at_audit_kinds[other]) != 0);
    }
}

// Names are for people: as they are now, or as they were at last.
T_TEST(an_entry_names_its_target)
{
    struct at_store_doc doc = {.id = "01SUITE",
                               .json = json_pack("{s:s}", "name", "Nightly")};
    struct at_audit_entry entry = {
        .what = "added", .kind = AT_STORE_SUITE, .target = AT_STR("01SUITE")};
    struct at_store_list entries;
    T_OK(store->ops->put(store, AT_STORE_SUITE, 0, &doc, NULL));
    at_audit_write(store, &entry);
    json_object_set_new(doc.json, "name", json_string("Hourly"));
    T_OK(store->ops->put(store, AT_STORE_SUITE, doc.revision, &doc, NULL));
    list(&entries);
    json_t *json = at_audit_json(store, &entries.docs[0]);
    T_EQ_TEXT(json_string_value(json_object_get(json, "label")), "Hourly");
    T_OK(!json_object_get(json, "removed"));
    json_decref(json);
    T_OK(store->ops->remove(store, AT_STORE_SUITE, AT_STR("01SUITE"), NULL));
    json = at_audit_json(store, &entries.docs[0]);
    T_EQ_TEXT(json_string_value(json_object_get(json, "label")), "Nightly");
    T_OK(json_is_true(json_object_get(json, "removed")));
    json_decref(json);
    at_store_list_deinit(&entries);
    entry.what = "removed";
    entry.was = doc.json;
    at_audit_write(store, &entry);
    list(&entries);
    json = at_audit_json(store, &entries.docs[0]);
    T_EQ_TEXT(json_string_value(json_object_get(json, "label")), "Hourly");
    json_decref(json);
    for (size_t i = 0; i < entries.count; i++)
        T_OK(store->ops->remove(store, AT_STORE_AUDIT,
                                at_str(entries.docs[i].id), NULL));
    at_store_list_deinit(&entries);
    at_store_doc_deinit(&doc);
}

T_TEST(an_entry_is_a_line_of_each_text)
{
    char longer[1000];
    memset(longer, 'x', sizeof(longer) - 1);
    longer[sizeof(longer) - 1] = '\0';
    const struct at_audit_entry entry = {
        .what = "changed",
        .kind = AT_STORE_SCENARIO,
        .target = AT_STR("01ABC"),
        .before = 1,
        .after = 2,
        .name = "Ada\x1b[31m\nforged",
        .role = AT_ACCESS_EDIT,
        .address = longer,
    };
    struct at_store_list entries;
    at_audit_write(store, &entry);
    list(&entries);
    T_EQ_SIZE(entries.count, 1);
    json_t *json = at_audit_json(store, &entries.docs[0]);
    T_EQ_STR(at_json_get_str(json, "what"), "changed");
    T_EQ_STR(at_json_get_str(json, "kind"), "scenario");
    T_EQ_STR(at_json_get_str(json, "target"), "01ABC");
    T_EQ_STR(at_json_get_str(json, "role"), "edit");
    T_EQ_INT(json_integer_value(json_object_get(json, "after")), 2);
    T_OK(at_json_get_str(json, "at").len > 0);
    struct at_str by = at_json_get_str(json, "by");
    T_OK(at_str_starts(by, AT_STR("Ada")));
    T_NOT(at_str_has(by, AT_STR("\n")));
    T_NOT(at_str_has(by, AT_STR("\x1b")));
    T_EQ_SIZE(at_json_get_str(json, "address").len, AT_AUDIT_TEXT_MAX_BYTES);
    json_decref(json);
    at_store_list_deinit(&entries);
}

T_TEST(members_that_say_nothing_are_left_out)
{
    struct at_store_list entries;
    at_audit_write(store, &(struct at_audit_entry){.what = "stopped",
                                                   .kind = AT_STORE_RUN,
                                                   .name = "ci"});
    list(&entries);
    json_t *json = at_audit_json(store, &entries.docs[0]);
    T_EQ_SIZE(json_object_size(json), 5); // id, at, what, kind, by
    json_decref(json);
    at_store_list_deinit(&entries);
}

T_TEST(the_newest_are_kept)
{
    struct at_store_list entries;
    for (int i = 0; i < 2100; i++) {
        char name[16];
        snprintf(name, sizeof(name), "%d", i);
        at_audit_write(store, &(struct at_audit_entry){.what = "ran",
                                                       .kind = AT_STORE_RUN,
                                                       .name = name});
    }
    T_OK(at_audit_prune(store, 3, NULL));
    list(&entries);
    T_EQ_SIZE(entries.count, 3);
    for (size_t i = 0; i < entries.count; i++) {
        char name[16];
        snprintf(name, sizeof(name), "%d", 2099 - (int)i);
        T_EQ_STR(at_json_get_str(entries.docs[i].json, "name"), name);
    }
    at_store_list_deinit(&entries);
    T_OK(at_audit_prune(store, 3, NULL));
    T_OK(at_audit_prune(store, 0, NULL));
    list(&entries);
    T_EQ_SIZE(entries.count, 0);
    at_store_list_deinit(&entries);
}

int
main(void)
{
    return T_RUN(set_up, tear_down);
}
