// config_test.c: a workspace's config.yaml: patterns, tags, order
#include "maestro/config.h"

#include "base/limits.h"
#include "tests/t.h"
#include "tests/unit/maestro/from_memory.h"

static const struct {
    const char *text;
    const char *want; // what it says, then its problems
} rows[] = {
    {"", "flows[*] continue\n"},
    {"# nothing\n", "flows[*] continue\n"},
    {"flows: \"sub/*\"\n", "flows[sub/*] continue\n"},
    {"flows:\n  - \"**\"\n  - \"!draft/**\"\n",
     "flows[** !draft/**] continue\n"},
    {"includeTags: smoke\nexcludeTags: [slow, wip]\n",
     "flows[*] include[smoke] exclude[slow wip] continue\n"},
    {"executionOrder:\n  continueOnFailure: false\n  flowsOrder: [a, b]\n",
     "flows[*] order[a b]\n"},
    {"testOutputDir: out\nplatform:\n  android: {disableAnimations: true}\n"
     "  ios: {disableAnimations: true, snapshotKeyHonorModalViews: false}\n",
     "flows[*] continue out=out still\n"},
    {"baselineBranch: main\nnotifications: {email: {}}\ndisableRetries: true\n",
     "flows[*] continue\n"},
    {"appId: a\nincludeTag: x\nfoo: 1\n",
     "flows[*] continue\n1:1 warning: 'appId' has no meaning here, and no "
     "effect | write it in each flow\n2:1 warning: 'includeTag' has no meaning "
     "here, and no effect | did you mean 'includeTags', 'excludeTags'?\n"
     "3:1 warning: 'foo' has no meaning here, and no effect\n"},
    {"flows: [\"!a\"]\n", "flows[!a] continue\n1:8 error: 'flows' only says "
                          "what doesn't run | add \"*\" or \"**\" before "
                          "them\n"},
    {"flows: \"./a/*\"\n", "flows[./a/*] continue\n1:8 warning: './a/*' never "
                           "matches | leave out the ./\n"},
    {"flows: \"[a\"\n",
     "flows[[a] continue\n1:8 error: '[a' is not a pattern: a [ is not "
     "closed\n"},
    {"executionOrder: {flowOrder: [a]}\n",
     "flows[*] continue\n1:18 error: 'executionOrder' has no key "
     "'flowOrder'\n"},
    {"executionOrder: [a]\n", "flows[*] continue\n1:17 error: 'executionOrder' "
                              "needs names with values\n"},
    {"platform: {android: {animations: false}, web: {}}\n",
     "flows[*] continue\n1:22 error: 'android' has no key 'animations'\n"
     "1:42 error: 'platform' has no key 'web'\n"},
    {"- a\n",
     "flows[*] continue\n1:1 error: config.yaml needs names with values\n"},
    {"flows: a: b\n",
     "flows[*] continue\n1:9 error: mapping values are not allowed in this "
     "context | put the text in quotes if it contains ': '; else check the "
     "indentation\n"},
};

static void
add_texts(struct at_buf *out, const char *name,
          const struct at_maestro_texts *texts)
{
    for (size_t i = 0; i < texts->count; i++)
        at_buf_add_fmt(out, "%s%s%.*s", i == 0 ? name : " ", i == 0 ? "[" : "",
                       AT_STR_ARG(texts->rows[i]));
    if (texts->count > 0)
        at_buf_add_text(out, "] ");
}

static void
read_one(const char *text, struct at_buf *out)
{
    const struct memory_file all[] = {{"config.yaml", text}, {0}};
    struct at_maestro_files files = files_in_memory(all);
    struct at_maestro_workspace ws;
    struct at_maestro_problems problems = {0};
    struct at_maestro_config config;
    at_maestro_workspace_init(&ws, &files, NULL);
    bool ok = at_maestro_config_read(&ws, "config.yaml", &config, &problems);
    T_EQ_INT(ok, problems.counts[AT_MAESTRO_ERROR] == 0);
    add_texts(out, "flows", &config.flows);
    add_texts(out, "include", &config.include_tags);
    add_texts(out, "exclude", &config.exclude_tags);
    add_texts(out, "order", &config.order);
    if (config.continue_on_failure)
        at_buf_add_text(out, "continue ");
    if (config.test_output_dir.ptr)
        at_buf_add_fmt(out, "out=%.*s ", AT_STR_ARG(config.test_output_dir));
    if (config.disable_animations)
        at_buf_add_text(out, "still ");
    at_buf_cut(out, out->len - 1);
    at_buf_add_char(out, '\n');
    at_maestro_problems_sort(&problems);
    write_problems(&problems, "config.yaml", out);
    at_maestro_problems_deinit(&problems);
    at_maestro_workspace_deinit(&ws);
}

T_TEST(rows_are_read)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf got = AT_BUF_INIT(16 * AT_KIB);
        T_ROW(rows[i].text);
        read_one(rows[i].text, &got);
        T_EQ_TEXT(at_buf_text(&got), rows[i].want);
        at_buf_deinit(&got);
    }
}

T_TEST(patterns_choose_files)
{
    static struct at_str patterns[] = {AT_STR_ROW("*"), AT_STR_ROW("sub/**"),
                                       AT_STR_ROW("!sub/draft/*")};
    struct at_maestro_config config;
    at_maestro_config_init(&config);
    T_OK(at_maestro_config_takes(&config, AT_STR("a.yaml")));
    T_NOT(at_maestro_config_takes(&config, AT_STR("sub/a.yaml")));
    config.flows = (struct at_maestro_texts){patterns, T_LEN(patterns)};
    T_OK(at_maestro_config_takes(&config, AT_STR("a.yaml")));
    T_OK(at_maestro_config_takes(&config, AT_STR("sub/a.yaml")));
    T_NOT(at_maestro_config_takes(&config, AT_STR("sub/draft/a.yaml")));
}

static struct at_maestro_texts
texts_of(struct at_str *all, size_t count)
{
    return (struct at_maestro_texts){all, count};
}

T_TEST(tags_include_and_exclude)
{
    static struct at_str a[] = {AT_STR_ROW("a"), AT_STR_ROW("b")};
    static struct at_str b[] = {AT_STR_ROW("b"), AT_STR_ROW("c")};
    struct at_maestro_texts none = {0};
    struct at_maestro_texts tags = texts_of(a, 2);
    struct at_maestro_texts other = texts_of(b, 2);
    struct at_maestro_texts only_c = texts_of(b + 1, 1);
    T_OK(at_maestro_tags_fit(&tags, &none, &none));
    T_OK(at_maestro_tags_fit(&none, &none, &other));
    T_OK(at_maestro_tags_fit(&tags, &other, &none));
    T_NOT(at_maestro_tags_fit(&tags, &only_c, &none));
    T_NOT(at_maestro_tags_fit(&none, &only_c, &none));
    T_NOT(at_maestro_tags_fit(&tags, &none, &other));
    T_NOT(at_maestro_tags_fit(&tags, &other, &other));
    T_OK(at_maestro_tags_fit(&tags, &other, &only_c));
}

static const struct {
    const char *wanted;
    bool fits;
} tag_rows[] = {
    {"a", true},    {"c", false},     {"a+b", true},   {"b + a", true},
    {"a+c", false}, {"a+b+c", false}, {"c+d", false},  {"a+b+c+d", false},
    {"x+y", true}, // the name of a tag
    {"x", false},   {"y", false},     {"+", false},    {"a+", false},
    {"+a", false},  {"", false},      {"a++b", false},
};

T_TEST(a_tag_may_be_a_sum)
{
    static struct at_str names[] = {AT_STR_ROW("a"), AT_STR_ROW("b"),
                                    AT_STR_ROW("b+c"), AT_STR_ROW("x+y")};
    struct at_maestro_texts tags = texts_of(names, 4);
    for (size_t i = 0; i < T_LEN(tag_rows); i++) {
        struct at_str wanted = at_str(tag_rows[i].wanted);
        struct at_maestro_texts include = texts_of(&wanted, 1);
        struct at_maestro_texts none = {NULL, 0};
        T_ROW(tag_rows[i].wanted);
        T_EQ_INT(at_maestro_tags_fit(&tags, &include, &none), tag_rows[i].fits);
        T_EQ_INT(at_maestro_tags_fit(&tags, &none, &include),
                 !tag_rows[i].fits);
    }
}

static const struct {
    const char *order;
    const char *want; // indexes among a, b, c
} order_rows[] = {
    {"", ""},           {"a b", "01"},
    {"c a", "20"},      {"a x b", "0 missing x"},
    {"x a", "refused"}, {"x y", " missing x"},
};

T_TEST(the_order_ends_at_the_first_name_that_is_missing)
{
    static struct at_str rows_of[] = {AT_STR_ROW("a"), AT_STR_ROW("b"),
                                      AT_STR_ROW("c")};
    struct at_maestro_texts names = texts_of(rows_of, 3);
    for (size_t i = 0; i < T_LEN(order_rows); i++) {
        struct at_maestro_config config;
        struct at_str order[8];
        struct at_str rest = at_str(order_rows[i].order);
        struct at_str missing;
        struct at_buf got = AT_BUF_INIT(AT_KIB);
        size_t out[8];
        size_t count = 0;
        T_ROW(order_rows[i].order);
        while (at_str_next(&rest, ' ', &order[count]))
            count++;
        at_maestro_config_init(&config);
        config.order = texts_of(order, count);
        if (!at_maestro_config_order(&config, &names, out, &count, &missing)) {
            T_EQ_TEXT("refused", order_rows[i].want);
            continue;
        }
        for (size_t at = 0; at < count; at++)
            at_buf_add_fmt(&got, "%zu", out[at]);
        if (missing.ptr)
            at_buf_add_fmt(&got, " missing %.*s", AT_STR_ARG(missing));
        T_EQ_TEXT(at_buf_text(&got), order_rows[i].want);
        at_buf_deinit(&got);
    }
}

T_TEST(a_config_is_told_from_a_flow)
{
    T_OK(at_maestro_config_is_one(AT_STR("flows: a\n")));
    T_OK(at_maestro_config_is_one(AT_STR("includeTags: a\nplatform: {}\n")));
    T_NOT(at_maestro_config_is_one(AT_STR("flows: a\nappId: b\n")));
    T_NOT(at_maestro_config_is_one(AT_STR("flows: a\n---\n- back\n")));
    T_NOT(at_maestro_config_is_one(AT_STR("")));
    T_NOT(at_maestro_config_is_one(AT_STR("- back\n")));
}

T_MAIN()
