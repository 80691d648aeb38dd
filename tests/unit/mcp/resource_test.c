// resource_test.c: URIs against rows, fixed and templates
#include "mcp/resource.h"
#include "tests/t.h"

static const struct {
    const char *row;
    const char *uri;
    bool fits;
    const char *vars[2];
} rows[] = {
    {"a://b", "a://b", true, {"", ""}},
    {"a://b", "a://", false, {0}},
    {"a://b", "a://bc", false, {0}},
    {"a://b", "", false, {0}},
    {"a://{x}", "a://b", true, {"b", ""}},
    {"a://{x}", "a://", false, {0}},
    {"a://{x}", "a://b/c", false, {0}},
    {"a://{x}/d", "a://b/d", true, {"b", ""}},
    {"a://{x}/d", "a://b/e", false, {0}},
    {"a://{x}/d", "a://b/d/", false, {0}},
    {"a://{x}/{y}", "a://b/c", true, {"b", "c"}},
    {"a://{x}/{y}", "a://b/", false, {0}},
    {"a://{x}.{y}", "a://b.c", true, {"b", "c"}},
    {"a://{x}.{y}", "a://b", false, {0}},
};

T_TEST(uris_fit_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_resource_source source = {.uri = rows[i].row, .name = "n"};
        struct at_str vars[AT_RESOURCE_VARS_MAX] = {{0}};
        T_ROW(rows[i].uri);
        T_EQ_INT(at_resource_match(&source, at_str(rows[i].uri), vars),
                 rows[i].fits);
        for (size_t j = 0; rows[i].fits && j < 2; j++)
            T_EQ_STR(vars[j], rows[i].vars[j]);
    }
}

T_TEST(templates_are_known)
{
    T_OK(at_resource_is_template(
        &(struct at_resource_source){.uri = "a://{x}"}));
    T_NOT(
        at_resource_is_template(&(struct at_resource_source){.uri = "a://x"}));
}

T_MAIN()
