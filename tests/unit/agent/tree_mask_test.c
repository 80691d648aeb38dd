// tree_mask_test.c: fields that took a secret, and boxes that show one together
#include "agent/guards/tree_mask.h"

#include "agent/perceive.h"
#include "tests/unit/screen/fixture.h"
#include "wire/json.h"

// clang-format off
#define FIELD(id, text) N(EDIT, ID(id) T(text) AT("[0,0][900,90]"), )
#define BARE(text) N(EDIT, T(text) AT("[0,0][900,90]"), )
#define BOX1(class_name, text, x) N(class_name, T(text) AT("[" x ",0][" x "9,90]"), )
#define SIX(class_name) BOX1(class_name, "4", "1") BOX1(class_name, "8", "2") BOX1(class_name, "2", "3") \
    BOX1(class_name, "9", "4") BOX1(class_name, "1", "5") BOX1(class_name, "3", "6")

static const struct {
    const char *name;
    const char *before; // the screen with the field, of which PIN is typed
    const char *field;  // id or text
    const char *after;
    const char *gone;   // must not be read from it
    const char *left;   // must be read from it
} rows[] = {
    {"a form of its own", ROOT(FIELD("card", "x")), "x", ROOT(FIELD("card", "4-829-13")), "829", ""},
    {"what nobody could guess", ROOT(FIELD("card", "x")), "x", ROOT(FIELD("card", "zebra")), "zebra", ""},
    {"its copy elsewhere", ROOT(FIELD("card", "x")), "x", ROOT(FIELD("card", "zebra") N(TXT, T("Hello ZEBRA!") AT("[0,100][900,190]"), )), "ZEBRA", "Hello"},
    {"a digit", ROOT(FIELD("card", "x")), "x", ROOT(FIELD("card", "4")), "\"4\"", ""},
    {"a field without an id", ROOT(BARE("x")), "x", ROOT(BARE("zebra")), "zebra", ""},
    {"what it held before is shown elsewhere", ROOT(FIELD("card", "hello")), "hello", ROOT(FIELD("card", "hello") N(TXT, T("hello") AT("[0,100][900,190]"), )), "", "hello"},
    {"another field", ROOT(FIELD("card", "x")), "x", ROOT(FIELD("name", "Ann")), "", "Ann"},
    {"six boxes", ROOT(FIELD("card", "x")), "x", ROOT(SIX(EDIT)), "\"8\"", ""},
    {"six texts", ROOT(FIELD("card", "x")), "x", ROOT(SIX(TXT)), "\"8\"", ""},
    {"other digits", ROOT(FIELD("card", "x")), "x", ROOT(BOX1(TXT, "7", "1") BOX1(TXT, "7", "2") BOX1(TXT, "7", "3") BOX1(TXT, "7", "4")), "", "7"},
    {"the keys of a keypad", ROOT(FIELD("card", "x")), "x", ROOT(SIX(BTN)), "", "8"},
};
// clang-format on

static const char *
pin(void *user, const char *name)
{
    (void)user;
    return strcmp(name, "SECRET_PIN") == 0 ? "482913" : NULL;
}

static struct at_secrets *
new_secrets(void)
{
    struct at_argv names = AT_ARGV_INIT;
    struct at_secrets *secrets = NULL;
    at_argv_add(&names, "pin");
    T_OK(at_secrets_new(&names, pin, NULL, &secrets, NULL));
    at_argv_deinit(&names);
    return secrets;
}

// All that a model reads of the screen.
static void
read_all(struct at_tree *tree, const struct at_secrets *secrets,
         struct at_buf *out)
{
    struct at_buf text = AT_BUF_INIT(64 * 1024);
    const struct at_compact_opts opts = {.max_lines = 0};
    struct at_compact_result result;
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    at_compact_write(tree, &opts, &text, refs, &result);
    at_ref_table_free(refs);
    at_secrets_mask(secrets, at_buf_str(&text), out);
    at_buf_deinit(&text);
    json_t *json = at_perceive(tree, NULL, secrets);
    at_json_write(json, out);
    json_decref(json);
}

T_TEST(a_secret_in_a_field_is_hidden)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_secrets *secrets = new_secrets();
        struct at_tree_mask tree_mask = {.count = 0};
        struct at_tree *before = screen(rows[i].before);
        struct at_tree *after = screen(rows[i].after);
        struct at_buf text = AT_BUF_INIT(128 * 1024);
        T_ROW(rows[i].name);
        at_tree_mask_note(&tree_mask, node_with(before, rows[i].field), 0);
        at_tree_mask_apply(&tree_mask, secrets, after);
        read_all(after, secrets, &text);
        if (rows[i].gone[0])
            T_NOT(at_str_has(at_buf_str(&text), at_str(rows[i].gone)));
        T_HAS(at_buf_text(&text), rows[i].left);
        at_buf_deinit(&text);
        at_tree_free(before);
        at_tree_free(after);
        at_secrets_free(secrets);
    }
}

T_TEST(a_field_is_open_again_once_another_text_replaces_the_secret)
{
    struct at_secrets *secrets = new_secrets();
    struct at_tree_mask tree_mask = {.count = 0};
    struct at_tree *tree = screen(ROOT(FIELD("card", "Ann")));
    const struct at_node *field = node_with(tree, "Ann");
    at_tree_mask_note(&tree_mask, field, 0);
    at_tree_mask_forget(&tree_mask, field);
    at_tree_mask_apply(&tree_mask, secrets, tree);
    T_NOT(at_node_has(field, AT_NODE_PASSWORD));
    at_tree_mask_note(&tree_mask, field, 0);
    at_tree_mask_apply(&tree_mask, secrets, tree);
    T_OK(at_node_has(field, AT_NODE_PASSWORD));
    T_EQ_STR(field->text, "Ann"); // the engine still compares it
    at_tree_free(tree);
    at_secrets_free(secrets);
}

T_MAIN()
