// field_label_test.c: which text field a text on the screen means
#include "screen/field_label.h"

#include "base/str.h"
#include "tests/unit/screen/fixture.h"

// A form with labels above, beside, messages below, and a field in a wrapper.
static const char form[] = ROOT(
    N(TXT, T("Name") AT("[0,0][300,40]"), )
        N(EDIT, ID("name") TAP AT("[0,50][1000,130]"), )
            N(TXT, T("Enter a name") AT("[0,135][400,165]"), ) N(
                TXT, T("Town") AT("[0,200][300,240]"), )
                N(EDIT, ID("town") TAP AT("[0,250][1000,330]"), ) N(
                    TXT, T("Street") AT("[0,400][200,480]"), )
                    N(EDIT, ID("street") TAP AT("[220,400][700,480]"), ) N(
                        TXT, T("No.") AT("[720,400][780,480]"), )
                        N(EDIT, ID("number") TAP AT("[800,400][1000,480]"), ) N(
                            EDIT,
                            ID("mail") HINT("E-mail") T("a@b.c")
                                TAP AT("[0,600][1000,680]"), )
                            N(TXT, T("E-mail") AT("[0,1000][300,1040]"), )
                                N(EDIT,
                                  ID("phone") TAP AT("[0,1100][1000,1200]"),
                                  N(TXT,
                                    T("Phone\u00a0number")
                                        AT("[10,1110][300,1140]"), ))
                                    N(BTN,
                                      T("Save") TAP AT("[0,1210][1000,1290]"), )
                                        N(TXT,
                                          T("Far away")
                                              AT("[0,1700][300,1740]"), ));

static const struct {
    const char *said;
    const char *field; // its id; NULL: none
} rows[] = {
    {"Name", "name"},
    {"Enter a name", "name"}, // the message of the field above, not a label
    {"Town", "town"},
    {"Street", "street"},
    {"No.", "number"},
    {"E-mail", "mail"}, // found by its hint, wherever it is
    {"Phone\u00a0number", "phone"},
    {"Save", NULL},
    {"Far away", NULL},
};

static const struct at_node *
find_text(const struct at_tree *tree, const char *text)
{
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        if (at_str_is(node->text, text))
            return node;
    }
    return NULL;
}

T_TEST(a_text_means_the_field_that_it_labels)
{
    struct at_tree *tree = screen(form);
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].said);
        const struct at_node *said = find_text(tree, rows[i].said);
        T_OK(said != NULL);
        const struct at_node *field = at_field_label_find(tree, said);
        T_EQ_INT(field != NULL, rows[i].field != NULL);
        if (field)
            T_OK(at_str_ends(field->resource_id, at_str(rows[i].field)));
    }
    at_tree_free(tree);
}

// Two fields of one name, and a text between two as near: nothing is typed.
T_TEST(an_ambiguous_label_means_no_field)
{
    struct at_tree *tree = screen(
        ROOT(N(EDIT, HINT("Code") TAP AT("[0,0][400,80]"), )
                 N(TXT, T("or") AT("[0,90][400,120]"), )
                     N(EDIT, HINT("Code") TAP AT("[0,130][400,210]"), )
                         N(BTN, T("Code") TAP AT("[0,900][400,980]"), )));
    T_NULL(at_field_label_find(tree, find_text(tree, "or")));
    T_NULL(at_field_label_find(tree, find_text(tree, "Code")));
    at_tree_free(tree);
}

T_MAIN()
