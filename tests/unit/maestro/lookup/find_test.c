// find_test.c: which elements selectors find, and in which order
#include "tests/unit/maestro/lookup/rig.h"

// Two cards with equal titles; the second one's button can be clicked.
static const char cards[] = ROOT(
    N(TXT, ID("head") T("Shop") AT("[0,0][1080,100]"), ) N(
        BOX, ID("card1") AT("[0,100][1080,500]"),
        N(TXT, ID("title1") T("Delete") AT("[0,100][500,200]"), )
            N(TXT, ID("price1") T("Total (3)") AT("[500,100][1080,200]"), )
                N(BTN, ID("buy1") T("Buy") OFF("[0,200][500,300]"), ))
        N(BOX, ID("card2") TAP AT("[0,500][1080,900]"),
          N(TXT, ID("title2") T("Delete") AT("[0,500][500,600]"), )
              N(BTN, ID("buy2") T("Buy") TAP AT("[0,600][500,700]"), )
                  N(IMG, ID("picture") DESC("Shop") AT("[500,600][600,700]"), ))
            N(BOX, ID("card3") SELECTED AT("[0,900][1080,1300]"),
              N(EDIT,
                ID("email") HINT("Email") T("Email")
                    FOCUS AT("[0,900][1080,1000]"), )
                  N(VIEW,
                    CHECK("true") ID("agree") T("I agree&#10;to all")
                        AT("[0,1000][1080,1100]"), )
                      N(VIEW, ID("box") DESC("inner") AT("[0,1100][99,1200]"),
                        N(TXT,
                          ID("inner") T("inner") AT("[0,1100][99,1200]"), ))));

static const struct {
    const char *name;
    struct at_maestro_selector selector;
    const char *found;
} rows[] = {
    {"text", {TEXT("Shop")}, "[head] picture"},
    {"case is ignored", {TEXT("sHOP")}, "[head] picture"},
    {"the whole text", {TEXT("Sho")}, ""},
    {"a pattern", {TEXT("Sh.*")}, "[head] picture"},
    {"clickable ones come first", {TEXT("Buy")}, "[buy2] buy1"},
    {"none is clickable: in the order of the tree",
     {TEXT("Delete")},
     "[title1] title2"},
    {"literally", {TEXT("Total (3)")}, "[price1]"},
    {"literally means the same case", {TEXT("total (3)")}, ""},
    {"an invalid pattern in any case", {TEXT("total (3")}, ""},
    {"a hint that is shown as text", {TEXT("email")}, "[email]"},
    {"line breaks as blanks", {TEXT("I agree to all")}, "[agree]"},
    {"and as they are", {TEXT("I agree\nto all")}, "[agree]"},
    {"a dot is any of them", {TEXT("I agree.to all")}, "[agree]"},
    {"deepest first: the outer one has the words too",
     {TEXT("inner")},
     "[inner]"},
    {"id, the end of it", {BY_ID("buy1")}, "[buy1]"},
    {"id, all of it", {BY_ID("com.example.app:id/buy1")}, "[buy1]"},
    {"id, a part of it", {BY_ID("uy1")}, ""},
    {"id as a pattern", {BY_ID("BUY.")}, "[buy2] buy1"},
    {"id and text", {.id = AT_STR_ROW("buy1"), TEXT("Buy")}, "[buy1]"},
    {"index by place", {TEXT("Buy"), INDEX("0")}, "[buy1] buy2"},
    {"index as a double", {TEXT("Buy"), INDEX("1.0")}, "buy1 [buy2]"},
    {"index from the end", {TEXT("Buy"), INDEX("-1")}, "buy1 [buy2]"},
    {"index out of range", {TEXT("Buy"), INDEX("2")}, "buy1 buy2"},
    {"index before the first", {TEXT("Buy"), INDEX("-3")}, "buy1 buy2"},
    {"index that is not a number",
     {TEXT("Buy"), INDEX("first")},
     "index 'first' is not a number"},
    {"enabled", {TEXT("Buy"), .enabled = AT_MAESTRO_TRUE}, "[buy2]"},
    {"disabled", {TEXT("Buy"), .enabled = AT_MAESTRO_FALSE}, "[buy1]"},
    {"selected", {.selected = AT_MAESTRO_TRUE, ANY}, "[card3]"},
    {"checked", {.checked = AT_MAESTRO_TRUE, ANY}, "[agree]"},
    {"focused", {.focused = AT_MAESTRO_TRUE, ANY}, "[email]"},
    {"width", {.width_px = 99, .height_px = -1}, "[inner]"},
    {"width and height with a tolerance",
     {.width_px = 95, .height_px = 105, .tolerance_px = 5},
     "[picture] inner"},
    {"square", {.traits = AT_STR_ROW("square"), ANY}, "[picture] inner"},
    {"long text", {.traits = AT_STR_ROW("long-text"), ANY}, ""},
    {"css finds nothing", {.css = AT_STR_ROW(".a"), ANY}, ""},
    {"below, in the order of the tree",
     {.text = AT_STR_ROW("Delete"), .below = SEL(TEXT("Total.*")), ANY},
     "[title2]"},
    {"above",
     {.text = AT_STR_ROW("Delete"), .above = SEL(BY_ID("buy2")), ANY},
     "[title1] title2"},
    {"left of",
     {.text = AT_STR_ROW(".+"), .left_of = SEL(BY_ID("price1")), ANY},
     "[buy2] head title1 buy1 title2 email agree inner"},
    {"right of",
     {.text = AT_STR_ROW(".+"), .right_of = SEL(TEXT("Delete")), ANY},
     "[price1] picture"},
    {"below any of several anchors",
     {.text = AT_STR_ROW("Buy"), .below = SEL(TEXT("Delete")), ANY},
     "[buy2] buy1"},
    {"above any of several anchors",
     {.text = AT_STR_ROW("Total.*"), .above = SEL(TEXT("Delete")), ANY},
     "[price1]"},
    {"an anchor that is not there",
     {.text = AT_STR_ROW("Delete"), .below = SEL(TEXT("Nothing")), ANY},
     ""},
    {"an anchor with its own index",
     {.text = AT_STR_ROW("Buy"), .below = SEL(TEXT("Delete"), INDEX("1")), ANY},
     "[buy2]"},
    {"childOf", {TEXT("Buy"), .child_of = SEL(BY_ID("card1"))}, "[buy1]"},
    {"childOf includes its element",
     {BY_ID("card."), .child_of = SEL(BY_ID("card1"))},
     "[card1]"},
    {"childOf nests",
     {TEXT("inner"),
      .child_of = SEL(BY_ID("box"), .child_of = SEL(BY_ID("card3")))},
     "[inner]"},
    {"childOf whose outermost is not there",
     {TEXT("inner"),
      .child_of = SEL(BY_ID("box"), .child_of = SEL(BY_ID("card9")))},
     ""},
    {"an anchor's childOf is ignored",
     {.text = AT_STR_ROW("Buy"),
      .below = SEL(TEXT("Total.*"), .child_of = SEL(BY_ID("card9"))),
      ANY},
     "[buy2] buy1"},
    {"an anchor inside of childOf only",
     {.text = AT_STR_ROW("Buy"),
      .below = SEL(TEXT("Shop")),
      .child_of = SEL(BY_ID("card1")),
      ANY},
     ""},
    {"containsChild",
     {.contains_child = SEL(TEXT("Buy")), ANY},
     "[card2] card1"},
    {"containsChild is not any descendant",
     {.id = AT_STR_ROW("card3"), .contains_child = SEL(BY_ID("inner")), ANY},
     ""},
    {"containsDescendants, each of them",
     {.id = AT_STR_ROW("card."),
      .contains_descendants = SEL(TEXT("Delete")),
      .contains_descendants_count = 1,
      ANY},
     "[card2] card1"},
    {"containsDescendants alone: the tree's own nodes come first",
     {.contains_descendants = SEL(BY_ID("inner")),
      .contains_descendants_count = 1,
      ANY},
     "(hierarchy) android.widget.FrameLayout card3 box (document)"},
    {"containsDescendants with an index counts in the node",
     {.id = AT_STR_ROW("card."),
      .contains_descendants = SEL(TEXT("Buy|Delete"), INDEX("1")),
      .contains_descendants_count = 1,
      ANY},
     ""},
};

T_TEST(find_rows)
{
    struct at_tree *tree = screen(cards);
    struct at_maestro_view view;
    at_maestro_view_init(&view, tree, NULL);
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].name);
        char *found = find_names(&view, &rows[i].selector);
        T_EQ_TEXT(found, rows[i].found);
        free(found);
    }
    at_maestro_view_deinit(&view);
    at_tree_free(tree);
}

// In the order of the tree: a list from the bottom up, and from the right.
static const char upwards[] =
    ROOT(N(TXT, ID("d") T("Row") AT("[0,300][500,400]"), )
             N(TXT, ID("c") T("Row") AT("[500,200][1000,300]"), )
                 N(TXT, ID("b") T("Row") AT("[0,200][500,300]"), )
                     N(BTN, ID("a") T("Row") TAP AT("[0,100][500,200]"), )
                         N(TXT, ID("e") T("Row") AT("[0,300][400,390]"), ));

T_TEST(index_counts_by_top_then_left)
{
    static const struct {
        const char *index;
        const char *found;
    } picks[] = {
        {"0", "[a] b c d e"},
        {"2", "a b [c] d e"},
        {"-1", "a b c d [e]"},
        {NULL, "[a] d c b e"},
    };
    struct at_tree *tree = screen(upwards);
    struct at_maestro_view view;
    at_maestro_view_init(&view, tree, NULL);
    for (size_t i = 0; i < T_LEN(picks); i++) {
        struct at_maestro_selector selector = {TEXT("Row")};
        selector.index = at_str(picks[i].index);
        char *found = find_names(&view, &selector);
        T_EQ_TEXT(found, picks[i].found);
        free(found);
    }
    at_maestro_view_deinit(&view);
    at_tree_free(tree);
}

T_MAIN()
