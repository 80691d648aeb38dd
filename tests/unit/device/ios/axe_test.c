// axe_test.c: AXe's command line for each action, word by word
#include "base/alloc.h"
#include "device/ios/axe_words.h"
#include "screen/tree.h"
#include "tests/t.h"

#define U "U-1"

// Words joined by '|': none of those below has one.
static char *
joined(struct at_argv *argv)
{
    struct at_buf text = AT_BUF_INIT(4096);
    for (size_t i = 0; i < argv->count; i++)
        at_buf_add_fmt(&text, "%s%s", i > 0 ? "|" : "", argv->words[i]);
    at_argv_deinit(argv);
    return at_buf_take(&text);
}

static void
check(bool ok, struct at_argv *argv, const struct at_err *err,
      const char *words, enum at_code code)
{
    size_t count = argv->count;
    char *got = joined(argv);
    T_EQ_INT(err->code, code);
    T_EQ_INT(ok, code == AT_OK);
    if (ok)
        T_EQ_TEXT(got, words);
    else
        T_EQ_SIZE(count, 0);
    if (!ok && words)
        T_HAS(err->msg, words);
    free(got);
}

T_TEST(axe_points)
{
    static const struct {
        struct at_point at;
        const char *tap;
        const char *twice;
        int64_t interval_ms;
        enum at_code code;
    } rows[] = {
        {{201, 355},
         "tap|-x|201|-y|355|--udid|" U,
         "batch|--step|tap -x 201 -y 355|--step|sleep 0.090|--step|tap -x 201 "
         "-y 355|--udid|" U,
         90,
         AT_OK},
        {{0, 0},
         "tap|-x|0|-y|0|--udid|" U,
         "batch|--step|tap -x 0 -y 0|--step|tap -x 0 -y 0|--udid|" U,
         0,
         AT_OK},
        {{-1, 5}, "outside the screen", "outside the screen", 0, AT_EUSAGE},
    };

    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_argv argv = AT_ARGV_INIT;
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].tap);
        bool ok = at_axe_tap(U, rows[i].at, &argv, &err);
        check(ok, &argv, &err, rows[i].tap, rows[i].code);
        err = (struct at_err)AT_ERR_INIT;
        ok = at_axe_double_tap(U, rows[i].at, rows[i].interval_ms, &argv, &err);
        check(ok, &argv, &err, rows[i].twice, rows[i].code);
    }
}

T_TEST(axe_describes)
{
    struct at_argv argv = AT_ARGV_INIT;
    struct at_err none = AT_ERR_INIT;
    at_axe_describe(U, &argv);
    check(true, &argv, &none, "describe-ui|--udid|" U, AT_OK);
}

T_TEST(axe_swipes)
{
    static const struct {
        struct at_swipe swipe;
        const char *words;
        enum at_code code;
    } rows[] = {
        {{.from = {10, 600}, .to = {10, 200}, .duration_ms = 300},
         "swipe|--start-x|10|--start-y|600|--end-x|10|--end-y|200|--duration|"
         "0.300|--udid|" U,
         AT_OK},
        {{.from = {10, 600}, .to = {10, 200}, .duration_ms = 12345},
         "swipe|--start-x|10|--start-y|600|--end-x|10|--end-y|200|--duration|"
         "12.345|--udid|" U,
         AT_OK},
        // AXe wants a duration above 0.
        {{.from = {1, 2}, .to = {3, 4}, .duration_ms = 0},
         "swipe|--start-x|1|--start-y|2|--end-x|3|--end-y|4|--duration|0.001|"
         "--udid|" U,
         AT_OK},
        // A swipe that stays is a long press.
        {{.from = {7, 8}, .to = {7, 8}, .duration_ms = 800},
         "touch|-x|7|-y|8|--down|--up|--delay|0.800|--udid|" U,
         AT_OK},
        {{.from = {7, 8}, .to = {7, 8}, .duration_ms = 10001},
         "at most 10000 ms",
         AT_EUSAGE},
        {{.from = {7, 8}, .to = {7, -8}, .duration_ms = 100},
         "outside the screen",
         AT_EUSAGE},
    };

    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_argv argv = AT_ARGV_INIT;
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].words);
        bool ok = at_axe_swipe(U, &rows[i].swipe, &argv, &err);
        check(ok, &argv, &err, rows[i].words, rows[i].code);
    }
}

T_TEST(axe_keys)
{
    static const struct {
        const char *key;
        unsigned repeat;
        unsigned done;
        const char *words;
        enum at_code code;
    } rows[] = {
        {"enter", 1, 1, "key|40|--udid|" U, AT_OK},
        {"KEYCODE_ENTER", 1, 1, "key|40|--udid|" U, AT_OK},
        {"keycode_tab", 1, 1, "key|43|--udid|" U, AT_OK},
        {"escape", 1, 1, "key|41|--udid|" U, AT_OK},
        {"KEYCODE_DEL", 3, 3,
         "key-sequence|--keycodes|42,42,42|--delay|0.02|--udid|" U, AT_OK},
        {"home", 1, 1, "button|home|--udid|" U, AT_OK},
        {"HOME", 2, 1, "button|home|--udid|" U, AT_OK},
        {"back", 1, 0, "swipe from the left edge", AT_EUNSUPPORTED},
        {"KEYCODE_BACK", 1, 0, "tap the app's own back button",
         AT_EUNSUPPORTED},
        {"volume_up", 1, 0, "no volume keys", AT_EUNSUPPORTED},
        {"entre", 1, 0, "did you mean 'ENTER'", AT_EUSAGE},
        {"", 1, 0, "no key ''", AT_EUSAGE},
        {"66", 1, 0, "no key '66'", AT_EUSAGE},
    };

    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_argv argv = AT_ARGV_INIT;
        struct at_err err = AT_ERR_INIT;
        unsigned done = 0;
        T_ROW(rows[i].key);
        bool ok = at_axe_key(U, at_str(rows[i].key), rows[i].repeat, &argv,
                             &done, &err);
        T_EQ_INT(done, rows[i].done);
        check(ok, &argv, &err, rows[i].words, rows[i].code);
    }
}

T_TEST(axe_many_keys_are_parted)
{
    struct at_argv argv = AT_ARGV_INIT;
    struct at_err err = AT_ERR_INIT;
    unsigned done = 0;
    T_OK(at_axe_key(U, AT_STR("DEL"), 250, &argv, &done, &err));
    T_EQ_INT(done, AT_AXE_KEYS_MAX);
    T_EQ_SIZE(strlen(argv.words[2]), AT_AXE_KEYS_MAX * 3 - 1);
    at_argv_deinit(&argv);
}

T_TEST(axe_texts)
{
    static const struct {
        const char *text;
        const char *words;
        enum at_code code;
    } rows[] = {
        {"Hello, World!", "type|--stdin|--udid|" U, AT_OK},
        {"a\nb", "type|--stdin|--udid|" U, AT_OK},
        {"--stdin", "type|--stdin|--udid|" U, AT_OK},
        {"\na", "press enter first", AT_EUSAGE},
        {"caf\xc3\xa9", "'\xc3\xa9' (U+00E9) cannot be typed", AT_EUNSUPPORTED},
        {"\xf0\x9f\x92\xa5", "(U+1F4A5)", AT_EUNSUPPORTED},
        {"a\tb", "(U+0009)", AT_EUNSUPPORTED},
        {"\xff", "not UTF-8", AT_EUSAGE},
    };

    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_argv argv = AT_ARGV_INIT;
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].text);
        bool ok = at_axe_text(U, at_str(rows[i].text), &argv, &err);
        check(ok, &argv, &err, rows[i].words, rows[i].code);
    }
}

// A small screen: each node is tapped in its middle, 10 points apart.
static const struct {
    const char *name;
    const char *id;
    const char *label;
    enum at_role role;
    int parent; // its row; -1: the root
    const char *words;
} nodes[] = {
    {"id", "sign-in", "Sign in", AT_ROLE_BUTTON, -1, "--id|sign-in"},
    {"label", "", "Forgot?", AT_ROLE_BUTTON, -1, "--label|Forgot?"},
    {"two of one id", "row", "Row 1", AT_ROLE_LIST_ITEM, -1, "--label|Row 1"},
    {"the other", "row", "Row 2", AT_ROLE_LIST_ITEM, -1, "--label|Row 2"},
    {"two of one label", "", "Help", AT_ROLE_BUTTON, -1, "-x|40|-y|40"},
    {"compared trimmed", "", " Help ", AT_ROLE_BUTTON, -1, "-x|50|-y|50"},
    {"neither", "", "", AT_ROLE_IMAGE, -1, "-x|60|-y|60"},
    {"an option", "-x", "--udid", AT_ROLE_BUTTON, -1, "-x|70|-y|70"},
    {"a field's label", "", "Email", AT_ROLE_TEXT_FIELD, -1, "--label|Email"},
    // AXe would tap the switch inside instead, or beside it.
    {"holds a switch", "cell", "Wi-Fi", AT_ROLE_LIST_ITEM, -1, "-x|90|-y|90"},
    {"beside a switch", "", "Airplane", AT_ROLE_TEXT_VIEW, 9, "-x|100|-y|100"},
    {"the switch", "", "Toggle", AT_ROLE_SWITCH, 9, "--label|Toggle"},
    {"id beside a switch", "note", "Note", AT_ROLE_TEXT_VIEW, 9, "--id|note"},
};

static struct at_tree *
small_screen(struct at_node *rows[])
{
    struct at_tree *tree = at_tree_new();
    for (size_t i = 0; i < T_LEN(nodes); i++) {
        struct at_node *node = at_tree_add(
            tree, nodes[i].parent < 0 ? tree->root : rows[nodes[i].parent]);
        node->resource_id = at_str(nodes[i].id);
        node->role = nodes[i].role;
        *(nodes[i].role == AT_ROLE_TEXT_FIELD ? &node->description
                                              : &node->text) =
            at_str(nodes[i].label);
        rows[i] = node;
    }
    return tree;
}

T_TEST(axe_taps_by_what_is_the_only_one)
{
    struct at_node *rows[T_LEN(nodes)];
    struct at_tree *tree = small_screen(rows);
    for (size_t i = 0; i < T_LEN(nodes); i++) {
        struct at_argv argv = AT_ARGV_INIT;
        struct at_err err = AT_ERR_INIT;
        int32_t place = (int32_t)i * 10;
        char *words = at_strfmt("tap|%s|--udid|" U, nodes[i].words);
        T_ROW(nodes[i].name);
        bool ok = at_axe_tap_node(U, tree, rows[i],
                                  (struct at_point){place, place}, &argv, &err);
        check(ok, &argv, &err, words, AT_OK);
        free(words);
    }
    at_tree_free(tree);
}

T_MAIN()
