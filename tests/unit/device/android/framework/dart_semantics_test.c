#include "device/android/framework/flutter/dart_semantics.h"

#include "base/buf.h"
#include "base/limits.h"
#include "tests/t.h"

// As the framework prints a counter app on a device of 420 dpi, and what is not
// seen in it: an empty route, a button's parts that are merged.
#define COUNTER                                                                \
    "SemanticsNode#0\n"                                                        \
    " │ Rect.fromLTRB(0.0, 0.0, 1080.0, 2340.0)\n"                           \
    " │\n"                                                                   \
    " └─SemanticsNode#1\n"                                                 \
    "   │ Rect.fromLTRB(0.0, 0.0, 411.4, 891.4) scaled by 2.6x\n"            \
    "   │ textDirection: ltr\n"                                              \
    "   │\n"                                                                 \
    "   └─SemanticsNode#2\n"                                               \
    "     │ Rect.fromLTRB(0.0, 0.0, 411.4, 891.4)\n"                         \
    "     │ sortKey: OrdinalSortKey#3d03a(order: 0.0)\n"                     \
    "     │\n"                                                               \
    "     └─SemanticsNode#3\n"                                             \
    "       │ Rect.fromLTRB(0.0, 0.0, 411.4, 891.4)\n"                       \
    "       │ flags: scopesRoute\n"                                          \
    "       │\n"                                                             \
    "       ├─SemanticsNode#6\n"                                           \
    "       │ │ Rect.fromLTRB(0.0, 0.0, 411.4, 80.0)\n"                    \
    "       │ │\n"                                                         \
    "       │ └─SemanticsNode#7\n"                                       \
    "       │     Rect.fromLTRB(16.0, 38.0, 200.0, 66.0)\n"                  \
    "       │     flags: isHeader\n"                                         \
    "       │     label: \"A counter\"\n"                                    \
    "       │     textDirection: ltr\n"                                      \
    "       │\n"                                                             \
    "       ├─SemanticsNode#5\n"                                           \
    "       │   Rect.fromLTRB(192.5, 488.0, 209.5, 524.0)\n"                 \
    "       │   label: \"0\"\n"                                              \
    "       │   textDirection: ltr\n"                                        \
    "       │\n"                                                             \
    "       └─SemanticsNode#8\n"                                           \
    "         │ merge boundary ⛔️\n"                                     \
    "         │ Rect.fromLTRB(0.0, 0.0, 56.0, 56.0) with transform\n"        \
    "         │ [[1.0,2.4492935982947064e-16,0.0,330.0];\n"                  \
    "         │ [-2.4492935982947064e-16,1.0,0.0,768.0]; "                   \
    "[0.0,0.0,1.0,0.0];\n"                                                     \
    "         │ [0.0,0.0,0.0,1.0]]\n"                                        \
    "         │ tooltip: \"Increment\"\n"                                    \
    "         │ textDirection: ltr\n"                                        \
    "         │\n"                                                           \
    "         └─SemanticsNode#9\n"                                         \
    "             merged up ⬆️\n"                                          \
    "             Rect.fromLTRB(0.0, 0.0, 56.0, 56.0)\n"                       \
    "             actions: tap\n"                                              \
    "             flags: isButton, hasEnabledState, isEnabled, isFocusable\n"

// A view of one node, with these properties.
#define NODE(properties)                                                       \
    "SemanticsNode#0\n"                                                        \
    "   Rect.fromLTRB(10.0, 20.0, 110.0, 60.0)\n" properties
// Two levels: the outer one is scaled twice, so it is in pixels / 2.
#define TWO(outer, inner)                                                      \
    "SemanticsNode#0\n"                                                        \
    " │ Rect.fromLTRB(0.0, 0.0, 1000.0, 2000.0)\n"                           \
    " │\n"                                                                   \
    " └─SemanticsNode#1\n"                                                 \
    "   │ " outer "\n"                                                         \
    "   │\n"                                                                 \
    "   └─SemanticsNode#2\n"                                               \
    "       " inner "\n"                                                       \
    "       label: \"x\"\n"

// Items as "depth class [left,top,right,bottom] flags
// label|text|state|hint|id".
static const struct {
    const char *name;
    const char *dump;
    const char *items;
} rows[] = {
    {"nothing", "", ""},
    {"off",
     "Semantics not generated.\nFor performance reasons, the framework only "
     "generates semantics when asked to do so by the platform.\n",
     ""},
    {"off, one view of several",
     "Semantics not generated for RenderView#1a2b3.\nFor performance "
     "reasons\n\nSemanticsNode#0\n   Rect.fromLTRB(1.0, 2.0, 3.0, 4.0)\n"
     "   label: \"a\"\n",
     "0 TextView [1,2,3,4] e a||||\n"},
    {"a counter", COUNTER,
     "0 TextView [42,100,525,173] eh A counter||||\n"
     "0 TextView [505,1281,550,1376] e 0||||\n"
     "0 Button [866,2016,1013,2163] ecf Increment||||\n"},
    {"a second view is another's",
     NODE("   label: \"a\"\n") "\n\n"
                               "SemanticsNode#0\n   Rect.fromLTRB(0.0, 0.0, "
                               "9.0, 9.0)\n"
                               "   label: \"b\"\n",
     "0 TextView [10,20,110,60] e a||||\n"},
    {"without a place", "SemanticsNode#0\n   label: \"a\"\n", ""},
    {"invisible", NODE("   invisible\n   label: \"a\"\n"), ""},
    {"scrolled away", NODE("   flags: isHidden\n   HIDDEN\n   label: \"a\"\n"),
     ""},
    {"dirty, of a version with tags",
     NODE("   dirty\n   tags: RenderViewport.twoPane\n   label: \"a\"\n"),
     "0 TextView [10,20,110,60] e a||||\n"},
    {"an infinite one",
     "SemanticsNode#0\n   Rect.fromLTRB(0.0, 0.0, Infinity, 9.0)\n"
     "   label: \"a\"\n",
     ""},
    {"a field",
     NODE("   actions: copy, moveCursorBackwardByCharacter, paste,\n"
          "     setSelection, setText, tap\n"
          "   flags: isTextField, isFocused, isFocusable\n"
          "   identifier: \"email\"\n"
          "   label: \"Email\"\n"
          "   value: \"a@b.c\"\n"
          "   hint: \"you@example.com\"\n"
          "   textDirection: ltr\n"
          "   text selection: [5, 5]\n"
          "   currentValueLength: 5\n"),
     "0 EditText [10,20,110,60] ecfF Email|a@b.c||you@example.com|email\n"},
    {"an obscured field",
     NODE("   actions: setText, tap\n"
          "   flags: isTextField, isObscured\n"
          "   label: \"Password\"\n"
          "   value: \"hunter2\"\n"),
     "0 EditText [10,20,110,60] ecfp Password||||\n"},
    {"a field that is not valid",
     NODE("   flags: isTextField\n   label: \"Age\"\n   value: \"x\"\n"
          "   validationResult: invalid\n"),
     "0 EditText [10,20,110,60] ecfi Age|x|||\n"},
    {"a disabled button",
     NODE("   flags: isButton, hasEnabledState\n   label: \"Pay\"\n"),
     "0 Button [10,20,110,60]  Pay||||\n"},
    {"a blocked action",
     NODE(
         "   actions: didGainAccessibilityFocus, longPress🚫️, tap🚫️\n"
         "   label: \"a\"\n"),
     "0 TextView [10,20,110,60] e a||||\n"},
    {"a box",
     NODE("   actions: tap\n   flags: hasCheckedState, isChecked,\n"
          "     hasEnabledState, isEnabled\n   label: \"News\"\n"),
     "0 CheckBox [10,20,110,60] eckC News||||\n"},
    {"a radio button",
     NODE("   actions: tap\n"
          "   flags: hasCheckedState, isInMutuallyExclusiveGroup\n"),
     "0 RadioButton [10,20,110,60] eck ||||\n"},
    {"a switch",
     NODE("   actions: tap\n   flags: hasToggledState, isToggled\n"
          "   label: \"Wi-Fi\"\n"),
     "0 Switch [10,20,110,60] eckC Wi-Fi||||\n"},
    {"a slider",
     NODE("   actions: decrease, increase\n   flags: isSlider\n"
          "   label: \"Volume\"\n   value: \"40%\"\n"
          "   increasedValue: \"45%\"\n   decreasedValue: \"35%\"\n"),
     "0 SeekBar [10,20,110,60] e Volume||40%||\n"},
    {"a tab",
     NODE("   actions: tap\n   flags: hasSelectedState, isSelected\n"
          "   label: \"Home\"\n   role: tab\n"),
     "0 TabWidget [10,20,110,60] ecs Home||||\n"},
    {"a list",
     NODE("   actions: scrollDown, scrollUp\n"
          "   flags: hasImplicitScrolling\n"
          "   scrollExtentMin: 0.0\n"),
     "0 ScrollView [10,20,110,60] eS ||||\n"},
    {"a row that can be dismissed, with a link and an image's flags",
     NODE("   actions: dismiss, longPress, tap\n"
          "   flags: isImage, isLink, hasExpandedState, isExpanded\n"
          "   label: \"a\"\n   headingLevel: 2\n"),
     "0 ImageView [10,20,110,60] ecldho a||||\n"},
    {"nothing worth a line", NODE("   flags: namesRoute, scopesRoute\n"), ""},
    {"quotes, attributes and backslashes as they are",
     NODE("   label: \"say \"hi\\n\"\" "
          "[SpellOutStringAttribute(TextRange(start: "
          "0,\n     end: 3))]\n"),
     "0 TextView [10,20,110,60] e say \"hi\\n\"||||\n"},
    {"a text of two lines, with a blank one",
     NODE("   label:\n     \"one\n\n       two\"\n   tooltip: \"t\"\n"),
     "0 TextView [10,20,110,60] e one//  two||||\n"},
    {"a text that the framework broke",
     NODE("   label: \"This is one sentence that is too long for a line of "
          "sixty\n     five columns\"\n"),
     "0 TextView [10,20,110,60] e This is one sentence that is too long for a "
     "line of sixty five columns||||\n"},
    {"one that has line feeds and was broken",
     NODE(
         "   label:\n"
         "     \"short\n"
         "     This is one sentence that is too long for a line of sixty five\n"
         "     columns\"\n"),
     "0 TextView [10,20,110,60] e short/This is one sentence that is too long "
     "for a line of sixty five columns||||\n"},
    {"a text that plays a node",
     NODE("   label:\n     \"a\n     └─SemanticsNode#7\n"
          "         label: \"Pay\"\n     value: \"b\"\n"),
     "0 TextView [10,20,110,60] e a/└─SemanticsNode#7/    label: "
     "\"Pay\"/value: "
     "\"b||||\n"},
    {"merged texts",
     "SemanticsNode#0\n │ merge boundary ⛔️\n"
     " │ Rect.fromLTRB(0.0, 0.0, 50.0, 50.0)\n │ label: \"a\"\n │\n"
     " ├─SemanticsNode#1\n │   merged up ⬆️\n"
     " │   Rect.fromLTRB(0.0, 0.0, 9.0, 9.0)\n │   label: \"b\"\n"
     " │   hint: \"h\"\n │\n"
     " └─SemanticsNode#2\n     merged up ⬆️\n"
     "     Rect.fromLTRB(0.0, 0.0, 9.0, 9.0)\n     actions: tap\n"
     "     identifier: \"i\"\n     label: \"c\"\n     hint: \"k\"\n"
     "     value: \"v\"\n",
     "0 View [0,0,50,50] ec a/b/c||v|h/k|i\n"},
    {"moved and scaled",
     TWO("Rect.fromLTRB(100.0, 50.0, 400.0, 150.0) scaled by 2.0x",
         "Rect.fromLTRB(110.0, 60.0, 120.0, 70.0)"),
     "0 TextView [220,120,240,140] e x||||\n"},
    {"moved: its own coordinates begin at its corner",
     TWO("Rect.fromLTRB(100.0, 50.0, 400.0, 150.0)",
         "Rect.fromLTRB(10.0, 20.0, 30.0, 40.0)"),
     "0 TextView [110,70,130,90] e x||||\n"},
    {"partly scrolled away: what is in it lies in it",
     TWO("Rect.fromLTRB(0.0, 0.0, 300.0, 50.0)",
         "Rect.fromLTRB(16.0, 80.0, 100.0, 100.0)"),
     "0 TextView [16,30,100,50] e x||||\n"},
    {"not moved: its coordinates are its parent's",
     TWO("Rect.fromLTRB(100.0, 100.0, 300.0, 200.0)",
         "Rect.fromLTRB(120.0, 120.0, 280.0, 180.0)"),
     "0 TextView [120,120,280,180] e x||||\n"},
    {"turned by 90 degrees",
     TWO("Rect.fromLTRB(0.0, 0.0, 100.0, 40.0) with transform\n"
         "   │ [0.0,-1.0,0.0,200.0; 1.0,0.0,0.0,300.0; 0.0,0.0,1.0,0.0;\n"
         "   │ 0.0,0.0,0.0,1.0]",
         "Rect.fromLTRB(10.0, 0.0, 20.0, 40.0)"),
     "0 TextView [160,310,200,320] e x||||\n"},
    {"outside of the view",
     TWO("Rect.fromLTRB(0.0, 0.0, 2000.0, 4000.0)",
         "Rect.fromLTRB(900.0, 0.0, 1500.0, 10.0)"),
     "0 TextView [900,0,1080,10] e x||||\n"},
    {"levels",
     "SemanticsNode#0\n │ Rect.fromLTRB(0.0, 0.0, 100.0, 100.0)\n"
     " │ actions: scrollUp\n │\n"
     " ├─SemanticsNode#1\n │ │ Rect.fromLTRB(0.0, 0.0, 50.0, 50.0)\n │ │\n"
     " │ └─SemanticsNode#2\n"
     " │     Rect.fromLTRB(0.0, 0.0, 9.0, 9.0)\n │     label: \"a\"\n │\n"
     " └─SemanticsNode#3\n     Rect.fromLTRB(0.0, 50.0, 50.0, 60.0)\n"
     "     label: \"b\"\n",
     "0 ScrollView [0,0,100,100] eS ||||\n"
     "1 TextView [0,0,9,9] e a||||\n"
     "1 TextView [0,50,50,60] e b||||\n"},
    {"a branch that belongs to nobody",
     NODE("   label: \"a\"\n  └─SemanticsNode#1\n │ └─SemanticsNode#2\n"
          " └─SemanticsNode#3\n     Rect.fromLTRB(0.0, 0.0, 9.0, 9.0)\n"
          "     label: \"b\"\n"),
     "0 TextView [10,20,110,60] e a||||\n"},
};

static const struct {
    uint32_t flag;
    char letter;
} letters[] = {
    {AT_NODE_ENABLED, 'e'},        {AT_NODE_CLICKABLE, 'c'},
    {AT_NODE_LONG_CLICKABLE, 'l'}, {AT_NODE_CHECKABLE, 'k'},
    {AT_NODE_CHECKED, 'C'},        {AT_NODE_SELECTED, 's'},
    {AT_NODE_FOCUSABLE, 'f'},      {AT_NODE_FOCUSED, 'F'},
    {AT_NODE_PASSWORD, 'p'},       {AT_NODE_SCROLLABLE, 'S'},
    {AT_NODE_DISMISSABLE, 'd'},    {AT_NODE_HEADING, 'h'},
    {AT_NODE_INVALID, 'i'},        {AT_NODE_EXPANDABLE, 'x'},
    {AT_NODE_COLLAPSIBLE, 'o'},
};

static void
describe(const struct at_overlay *overlay, struct at_buf *out)
{
    for (const struct at_overlay_item *it = overlay->first; it; it = it->next) {
        const char *dot = strrchr(it->class_name.ptr, '.');
        at_buf_add_fmt(out, "%u %s [%d,%d,%d,%d] ", it->depth, dot + 1,
                       it->bounds.left, it->bounds.top, it->bounds.right,
                       it->bounds.bottom);
        for (size_t i = 0; i < T_LEN(letters); i++) {
            if (it->flags & letters[i].flag)
                at_buf_add_char(out, letters[i].letter);
        }
        size_t from = out->len;
        at_buf_add_fmt(out, " %.*s|%.*s|%.*s|%.*s|%.*s", AT_STR_ARG(it->label),
                       AT_STR_ARG(it->text), AT_STR_ARG(it->state),
                       AT_STR_ARG(it->hint), AT_STR_ARG(it->id));
        for (size_t i = from; i < out->len; i++) {
            if (out->data[i] == '\n')
                out->data[i] = '/';
        }
        at_buf_add_char(out, '\n');
    }
}

static struct at_overlay *
read_dump(struct at_str text, struct at_rect view)
{
    struct at_dart_dump dump;
    struct at_overlay *overlay = at_overlay_new(AT_OVERLAY_ELEMENTS, "dart_vm");
    overlay->under = view;
    at_dart_dump_read(text, &dump);
    at_dart_semantics_add(&dump, overlay);
    at_dart_dump_deinit(&dump);
    return overlay;
}

static const struct at_rect screen = {0, 0, 1080, 2340};

T_TEST(dumps)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf text = AT_BUF_INIT(AT_MIB);
        struct at_overlay *overlay = read_dump(at_str(rows[i].dump), screen);
        T_ROW(rows[i].name);
        describe(overlay, &text);
        T_EQ_TEXT(at_buf_text(&text), rows[i].items);
        at_buf_deinit(&text);
        at_overlay_free(overlay);
    }
}

static void
check_items(const struct at_overlay *overlay)
{
    for (const struct at_overlay_item *it = overlay->first; it; it = it->next) {
        T_NOT(at_rect_empty(it->bounds));
        T_OK(it->bounds.left >= 0 && it->bounds.right <= screen.right);
        T_OK(at_utf8_valid(it->label) && at_utf8_valid(it->text));
        T_NOT(at_str_has(it->text, AT_STR("hunter")));
        T_NOT(at_str_has(it->state, AT_STR("hunter")));
    }
}

T_TEST(dumps_that_are_cut)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        size_t len = strlen(rows[i].dump);
        T_ROW(rows[i].name);
        for (size_t cut = 0; cut < len; cut++) {
            // a block of exactly its size: a sanitizer sees a byte too far
            char *copy = malloc(cut > 0 ? cut : 1);
            memcpy(copy, rows[i].dump, cut);
            struct at_overlay *overlay = read_dump(at_str_n(copy, cut), screen);
            check_items(overlay);
            at_overlay_free(overlay);
            free(copy);
        }
    }
}

T_TEST(says_that_it_is_off)
{
    static const struct {
        const char *text;
        bool off;
    } said[] = {
        {"Semantics not generated.\n", true},
        {"Semantics not generated for RenderView#1.\n", true},
        {NODE(""), false},
        {"", false},
        {"No render tree root was added to the binding.", false},
    };
    for (size_t i = 0; i < T_LEN(said); i++) {
        struct at_dart_dump dump;
        at_dart_dump_read(at_str(said[i].text), &dump);
        T_EQ_INT(dump.off, said[i].off);
        at_dart_dump_deinit(&dump);
    }
}

T_TEST(a_view_below_the_status_bar)
{
    const struct at_rect view = {0, 60, 1080, 2340};
    struct at_overlay *overlay =
        read_dump(AT_STR(NODE("   label: \"a\"\n")), view);
    T_EQ_SIZE(overlay->count, 1);
    T_EQ_INT(overlay->first->bounds.top, 80);
    at_overlay_free(overlay);
}

// A node below a node below a node: no more than the limit is kept.
T_TEST(as_deep_as_a_lie)
{
    struct at_buf text = AT_BUF_INIT(16 * AT_MIB);
    struct at_dart_dump dump;
    at_buf_add_text(&text, "SemanticsNode#0\n");
    for (size_t depth = 0; depth < 1000; depth++) {
        for (size_t i = 0; i < 1 + depth * 2; i++)
            at_buf_add_char(&text, ' ');
        at_buf_add_text(&text, "└─SemanticsNode#1\n");
    }
    at_dart_dump_read(at_buf_str(&text), &dump);
    T_EQ_SIZE(dump.count, AT_DART_DEPTH_MAX);
    at_dart_dump_deinit(&dump);
    at_buf_deinit(&text);
}

T_MAIN()
