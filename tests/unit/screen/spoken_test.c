// spoken_test.c: elements as people name them
#include "screen/spoken.h"

#include "screen/label.h"
#include "tests/unit/screen/fixture.h"

// clang-format off
#define TEXT(text, at) N(TXT, T(text) AT(at), )
#define BUTTON(text, id, at) N(BTN, T(text) ID(id) TAP AT(at), )
#define ICON(id, at) N(IMG, ID(id) TAP AT(at), )
// A row of a list: a name, a price, a button; children as they are given.
#define ROW(name, price, more, from, to) \
    N(BOX, TAP AT("[0," from "][1080," to "]"), \
      TEXT(name, "[20," from "][500," to "]") \
      TEXT(price, "[520," from "][700," to "]") more)
#define ADD(id, from, to) BUTTON("Add", id, "[800," from "][1060," to "]")
// A card: the title on top, the button at the bottom.
#define CARD(title, id, top, line, foot, bottom) \
    N(BOX, AT("[0," top "][1080," bottom "]"), \
      TEXT(title, "[20," top "][500," line "]") \
      BUTTON("Open", id, "[20," foot "][500," bottom "]"))
// clang-format on

static const struct {
    const char *name;
    const char *screen;
    const char *element; // its id
    const char *words;   // "": it has no name
    enum at_spoken_where where;
    const char *anchor;
    bool is_unique;
} rows[] = {
    {"the only one", ROOT(ADD("a", "100", "200")), "a", "Add", AT_SPOKEN_ALONE,
     "", true},
    {"the label of its row, not the price",
     ROOT(ROW("Apple", "$0.40", ADD("a", "100", "200"), "100", "200")
              ROW("Bread", "$2.50", ADD("b", "200", "300"), "200", "300")),
     "b", "Add", AT_SPOKEN_BESIDE, "Bread", true},
    {"a label that two rows share is passed over for the next one",
     ROOT(N(BOX, AT("[0,100][1080,200]"),
            TEXT("Fruit", "[20,100][300,200]")
                TEXT("Apple", "[320,100][600,200]") ADD("a", "100", "200"))
              N(BOX, AT("[0,200][1080,300]"),
                TEXT("Fruit", "[20,200][300,300]")
                    TEXT("Pear", "[320,200][600,300]") ADD("b", "200", "300"))),
     "a", "Add", AT_SPOKEN_BESIDE, "Apple", true},
    {"two of the name in one row cannot be told apart by it",
     ROOT(ROW("Apple", "$0.40",
              BUTTON("Add", "a", "[700,100][800,200]")
                  BUTTON("Add", "b", "[900,100][1000,200]"),
              "100", "200")),
     "a", "Add", AT_SPOKEN_ALONE, "", false},
    {"a label that is shown twice is not an anchor",
     ROOT(ROW("Apple", "$0.40", ADD("a", "100", "200"), "100", "200")
              ROW("Apple", "$0.40", ADD("b", "200", "300"), "200", "300")),
     "a", "Add", AT_SPOKEN_ALONE, "", false},
    {"a flat screen without rows",
     ROOT(TEXT("Apple", "[20,100][500,200]") ADD("a", "100", "200")
              TEXT("Bread", "[20,200][500,300]") ADD("b", "200", "300")),
     "a", "Add", AT_SPOKEN_BESIDE, "Apple", true},
    {"the title of its card",
     ROOT(CARD("Report", "a", "100", "150", "300", "350")
              CARD("Invoice", "b", "400", "450", "600", "650")),
     "b", "Open", AT_SPOKEN_INSIDE, "Invoice", true},
    {"the heading above it",
     ROOT(TEXT("Home", "[20,100][500,150]") BUTTON(
         "Edit", "a", "[20,160][500,250]") TEXT("Work", "[20,300][500,350]")
              BUTTON("Edit", "b", "[20,360][500,450]")),
     "b", "Edit", AT_SPOKEN_BELOW, "Work", true},
    {"an icon without a name, in its row",
     ROOT(ROW("Apple", "$0.40", ICON("", "[900,100][1000,200]"), "100", "200")),
     "", "", AT_SPOKEN_BESIDE, "Apple", true},
    {"the text of another button in the row is the last resort",
     ROOT(N(BOX, AT("[0,100][1080,200]"),
            TEXT("Apple", "[20,100][300,200]") BUTTON(
                "Remove", "r", "[500,100][700,200]") ADD("a", "100", "200"))
              N(BOX, AT("[0,200][1080,300]"), ADD("b", "200", "300"))),
     "a", "Add", AT_SPOKEN_BESIDE, "Apple", true},
};

// The tappable element with the id, or without any.
static const struct at_node *
element(const struct at_tree *tree, const char *id)
{
    for (const struct at_node *it = tree->root; it;
         it = at_node_next(it, tree->root)) {
        bool taps = at_node_has(it, AT_NODE_CLICKABLE) && !it->first_child;
        if (taps && at_str_is(at_node_id_name(it), id))
            return it;
    }
    return NULL;
}

T_TEST(an_element_is_named_by_what_belongs_to_it_alone)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].name);
        struct at_tree *tree = screen(rows[i].screen);
        const struct at_node *node = element(tree, rows[i].element);
        const struct at_spoken_words words = {.words = at_str(rows[i].words)};
        struct at_spoken spoken;
        T_OK(node != NULL);
        at_spoken_find(tree, node, &words, &spoken);
        T_EQ_STR(spoken.anchor, rows[i].anchor);
        T_EQ_INT(spoken.where, rows[i].where);
        T_EQ_INT(spoken.is_unique, rows[i].is_unique);
        at_tree_free(tree);
    }
}

T_MAIN()
