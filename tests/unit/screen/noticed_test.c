// noticed_test.c: what a person notices after an action
#include "screen/noticed.h"

#include "tests/unit/screen/fixture.h"

// clang-format off
#define TEXT(text, at) N(TXT, T(text) AT(at), )
#define HEAD(text, at) N(TXT, T(text) AT(at), )
#define BUTTON(text, at) N(BTN, T(text) TAP AT(at), )
#define BOXED(text, on, at) N("android.widget.CheckBox", T(text) TAP CHECK(on) AT(at), )
#define FIELD(value, at) N(EDIT, ID("mail") T(value) HINT("E-mail") TAP AT(at), )
#define FRUIT TEXT("Apple", "[0,200][500,300]") BUTTON("Add", "[600,200][900,300]") \
    TEXT("Bread", "[0,300][500,400]") TEXT("Cheese", "[0,400][500,500]")
// clang-format on

static const struct {
    const char *name;
    const char *before;
    const char *after;
    const char *again; // NULL: not read again
    const char *noticed;
} rows[] = {
    {"a counter leads", ROOT(TEXT("Cart (0)", "[0,0][500,100]") FRUIT),
     ROOT(TEXT("Cart (1)", "[0,0][500,100]")
              FRUIT TEXT("Apple is in the cart", "[0,900][500,950]")),
     NULL, "shown:Cart (1); shown:Apple is in the cart"},
    {"what appears beside the touched element, before what is far away",
     ROOT(FRUIT),
     ROOT(TEXT("Free delivery", "[0,0][500,100]")
              FRUIT TEXT("1 in cart", "[910,200][1080,300]")),
     NULL, "shown:1 in cart; shown:Free delivery"},
    {"nothing has changed", ROOT(FRUIT), ROOT(FRUIT), NULL, ""},
    {"clocks, dates, relative times and ids are left out", ROOT(FRUIT),
     ROOT(FRUIT TEXT("12:04", "[0,600][500,650]")
              TEXT("Updated 2 minutes ago", "[0,650][500,700]")
                  TEXT("29.11.2026", "[0,700][500,750]")
                      TEXT("Order 8f3a22c1d0", "[0,750][500,800]")
                          TEXT("Nov 29", "[0,800][500,850]")
                              TEXT("Saved", "[0,850][500,900]")),
     NULL, "shown:Saved"},
    {"what differs in a second reading changes by itself",
     ROOT(TEXT("7 viewers", "[0,0][500,100]") FRUIT),
     ROOT(TEXT("8 viewers", "[0,0][500,100]")
              FRUIT TEXT("Saved", "[0,850][500,900]")),
     ROOT(TEXT("9 viewers", "[0,0][500,100]")
              FRUIT TEXT("Saved", "[0,850][500,900]")),
     "shown:Saved"},
    {"another screen begins with its title, not with its button", ROOT(FRUIT),
     ROOT(BUTTON("Back", "[0,0][200,100]") TEXT("Your cart", "[0,100][500,200]")
              TEXT("Items: 1", "[0,200][500,300]")),
     NULL, "shown:Your cart; shown:Items: 1; shown:Back"},
    {"the state of the touched box",
     ROOT(FRUIT BOXED("Large text", "false", "[600,600][900,700]")),
     ROOT(FRUIT BOXED("Large text", "true", "[600,600][900,700]")), NULL,
     "state:checked of Large text"},
    {"what a field holds", ROOT(FRUIT FIELD("", "[0,600][900,700]")),
     ROOT(FRUIT FIELD("demo@example.com", "[0,600][900,700]")), NULL,
     "value:demo@example.com of E-mail"},
    {"what has gone beside the touched element",
     ROOT(FRUIT TEXT("Milk", "[0,500][500,600]")),
     ROOT(TEXT("Bread", "[0,200][500,300]") TEXT("Cheese", "[0,300][500,400]")
              TEXT("Milk", "[0,400][500,500]")),
     NULL, "gone:Apple; gone:Add"},
    {"a bare number is told with its caption",
     ROOT(TEXT("Quantity", "[0,0][400,100]") TEXT("1", "[500,0][600,100]")
              FRUIT),
     ROOT(TEXT("Quantity", "[0,0][400,100]") TEXT("2", "[500,0][600,100]")
              FRUIT),
     NULL, "shown:2 of Quantity"},
    {"running text is left out", ROOT(FRUIT),
     ROOT(FRUIT TEXT("A long text that does not belong into a step because it "
                     "goes on and on over several lines",
                     "[0,600][900,900]")),
     NULL, ""},
};

static char *
in_words(const struct at_noticed *noticed)
{
    struct at_buf text = AT_BUF_INIT(4096);
    for (size_t i = 0; i < noticed->count; i++) {
        const struct at_noticed_row *row = &noticed->rows[i];
        at_buf_add_fmt(&text, "%s%s:%.*s", i > 0 ? "; " : "",
                       at_noticed_kinds[row->kind], AT_STR_ARG(row->text));
        if (row->of.len > 0)
            at_buf_add_fmt(&text, " of %.*s", AT_STR_ARG(row->of));
    }
    return at_buf_take(&text);
}

T_TEST(changes_are_ranked_as_proofs)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].name);
        struct at_tree *before = screen(rows[i].before);
        struct at_tree *after = screen(rows[i].after);
        struct at_tree *again = rows[i].again ? screen(rows[i].again) : NULL;
        const struct at_noticed_action action = {
            .touched = i == 6 ? (struct at_rect){600, 600, 900, 700}
                              : (struct at_rect){600, 200, 900, 300},
            .again = again};
        struct at_noticed noticed;
        at_noticed_find(before, after, &action, &noticed);
        char *words = in_words(&noticed);
        T_EQ_TEXT(words, rows[i].noticed);
        free(words);
        at_tree_free(again);
        at_tree_free(after);
        at_tree_free(before);
    }
}

T_TEST(volatile_texts)
{
    static const struct {
        const char *text;
        bool is_volatile;
    } texts[] = {
        {"12:04", true},         {"Score 1:0", false},
        {"9:41 PM", true},       {"Room 214", false},
        {"2026-11-29", true},    {"Version 3.0.1", false},
        {"just now", true},      {"Cart (1)", false},
        {"il y a 3 min", true},  {"Total 31.20 €", false},
        {"29 novembre", true},   {"Step 2 of 5", false},
        {"1732850000123", true}, {"10 min walk", true},
        {"November", false},     {"iPhone15Pro", false},
    };
    for (size_t i = 0; i < T_LEN(texts); i++) {
        T_ROW(texts[i].text);
        T_EQ_INT(at_noticed_is_volatile(at_str(texts[i].text)),
                 texts[i].is_volatile);
    }
}

T_MAIN()
