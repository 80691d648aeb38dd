// label_test.c: roles, labels, ref kinds, what gets a ref at all
#include "screen/kind.h"
#include "screen/label.h"
#include "screen/role.h"
#include "tests/unit/screen/fixture.h"

#define LONG_DESC                                                              \
    "Milk, 3 items, last changed on Monday the third of May at noon, two "     \
    "notes, one image"

static const struct {
    const char *class_name;
    enum at_role role;
} roles[] = {
    {"android.widget.Button", AT_ROLE_BUTTON},
    {"androidx.appcompat.widget.AppCompatButton", AT_ROLE_BUTTON},
    {"com.google.android.material.button.MaterialButton", AT_ROLE_BUTTON},
    {"com.google.android.material.chip.Chip", AT_ROLE_BUTTON},
    {"android.widget.ImageButton", AT_ROLE_IMAGE_BUTTON},
    {"com.google.android.material.floatingactionbutton.FloatingActionButton",
     AT_ROLE_IMAGE_BUTTON},
    {"android.widget.EditText", AT_ROLE_TEXT_FIELD},
    {"androidx.appcompat.widget.AppCompatEditText", AT_ROLE_TEXT_FIELD},
    {"com.google.android.material.textfield.TextInputEditText",
     AT_ROLE_TEXT_FIELD},
    {"android.widget.AutoCompleteTextView", AT_ROLE_TEXT_FIELD},
    {"android.widget.MultiAutoCompleteTextView", AT_ROLE_TEXT_FIELD},
    {"com.facebook.react.views.textinput.ReactEditText", AT_ROLE_TEXT_FIELD},
    {"com.google.android.material.textfield.TextInputLayout",
     AT_ROLE_CONTAINER},
    {"android.widget.CheckBox", AT_ROLE_CHECK_BOX},
    {"com.google.android.material.checkbox.MaterialCheckBox",
     AT_ROLE_CHECK_BOX},
    {"android.widget.Switch", AT_ROLE_SWITCH},
    {"android.widget.ToggleButton", AT_ROLE_SWITCH},
    {"androidx.appcompat.widget.SwitchCompat", AT_ROLE_SWITCH},
    {"com.google.android.material.switchmaterial.SwitchMaterial",
     AT_ROLE_SWITCH},
    {"android.widget.RadioButton", AT_ROLE_RADIO_BUTTON},
    {"android.widget.RadioGroup", AT_ROLE_UNKNOWN},
    {"android.widget.SeekBar", AT_ROLE_SLIDER},
    {"android.widget.RatingBar", AT_ROLE_SLIDER},
    {"com.google.android.material.slider.Slider", AT_ROLE_SLIDER},
    {"android.widget.Spinner", AT_ROLE_SPINNER},
    {"android.widget.TextView", AT_ROLE_TEXT_VIEW},
    {"android.widget.CheckedTextView", AT_ROLE_TEXT_VIEW},
    {"com.facebook.react.views.text.ReactTextView", AT_ROLE_TEXT_VIEW},
    {"android.widget.ImageView", AT_ROLE_IMAGE},
    {"android.widget.Image", AT_ROLE_IMAGE},
    {"android.widget.ProgressBar", AT_ROLE_PROGRESS_BAR},
    {"com.google.android.material.progressindicator.LinearProgressIndicator",
     AT_ROLE_PROGRESS_BAR},
    {"android.widget.ScrollView", AT_ROLE_SCROLL_VIEW},
    {"android.widget.HorizontalScrollView", AT_ROLE_SCROLL_VIEW},
    {"androidx.core.widget.NestedScrollView", AT_ROLE_SCROLL_VIEW},
    {"androidx.viewpager2.widget.ViewPager2", AT_ROLE_SCROLL_VIEW},
    {"android.widget.ListView", AT_ROLE_LIST},
    {"androidx.recyclerview.widget.RecyclerView", AT_ROLE_LIST},
    {"android.widget.GridView", AT_ROLE_LIST},
    {"android.webkit.WebView", AT_ROLE_WEB_VIEW},
    {"android.widget.TabWidget", AT_ROLE_TAB},
    {"com.google.android.material.tabs.TabLayout$TabView", AT_ROLE_TAB},
    {"androidx.appcompat.widget.Toolbar", AT_ROLE_TOOLBAR},
    {"com.google.android.material.appbar.MaterialToolbar", AT_ROLE_TOOLBAR},
    {"android.widget.FrameLayout", AT_ROLE_CONTAINER},
    {"com.facebook.react.views.view.ReactViewGroup", AT_ROLE_CONTAINER},
    {"androidx.cardview.widget.CardView", AT_ROLE_CONTAINER},
    {"androidx.compose.ui.platform.ComposeView", AT_ROLE_CONTAINER},
    {"android.view.View", AT_ROLE_UNKNOWN},
    {"Button", AT_ROLE_BUTTON},
    {"", AT_ROLE_UNKNOWN},
};

T_TEST(role_rows)
{
    for (size_t i = 0; i < T_LEN(roles); i++) {
        T_ROW(roles[i].class_name);
        T_EQ_TEXT(at_role_name(at_role_of_class(at_str(roles[i].class_name))),
                  at_role_name(roles[i].role));
    }
}

T_TEST(role_and_action_names)
{
    T_EQ_TEXT(at_role_name(AT_ROLE_TEXT_FIELD), "text_field");
    T_EQ_TEXT(at_role_name(AT_ROLE_WEB_VIEW), "web_view");
    T_EQ_TEXT(at_action_name(AT_ACTION_TAP), "tap");
    T_EQ_TEXT(at_action_name(AT_ACTION_LONG_PRESS), "long_press");
    T_EQ_TEXT(at_action_name(AT_ACTION_ADJUST), "adjust");
}

// The first node of each screen; "-" for no ref.
static const struct {
    const char *name;
    const char *xml;
    const char *label;
    const char *kind;
} rows[] = {
    {"text", N(BTN, T("Go") DESC("Start") TAP AT("[0,0][9,9]"), ), "Go",
     "b btn"},
    {"description", N(BTN, DESC("Start") TAP AT("[0,0][9,9]"), ), "Start",
     "b btn"},
    {"hint", N(BTN, HINT("Try") TAP AT("[0,0][9,9]"), ), "Try", "b btn"},
    {"tooltip", N(BTN, " tooltip='Save'" TAP AT("[0,0][9,9]"), ), "Save",
     "b btn"},
    {"blank text is none", N(BTN, T(" ") DESC("Start") TAP AT("[0,0][9,9]"), ),
     "Start", "b btn"},
    {"an icon font's glyph is none",
     N(VIEW, TAP AT("[0,0][9,9]"),
       N(TXT, T("&#xf109;") AT("[0,0][9,9]"), )
           N(TXT, T("Home") AT("[0,0][9,9]"), )),
     "Home", "b btn"},
    {"an emoji is one", N(BTN, T("&#128512;") TAP AT("[0,0][9,9]"), ),
     "\xf0\x9f\x98\x80", "b btn"},
    {"none", N(BTN, TAP AT("[0,0][9,9]"), ), "", "b btn"},
    {"a field's text is its value",
     N(EDIT, T("a@b") HINT("Email") AT("[0,0][9,9]"), ), "", "f input"},
    {"a field's description is its label",
     N(EDIT, T("a@b") DESC("Email") AT("[0,0][9,9]"), ), "Email", "f input"},
    {"a Compose field holds its label",
     N(EDIT, T("a@b") AT("[0,0][9,9]"), N(TXT, T("Email") AT("[0,0][9,9]"), )),
     "Email", "f input"},
    {"a scrolling field is a field",
     N(EDIT, T("a@b") SCROLLS AT("[0,0][9,9]"), ), "", "f input"},
    {"hoisted",
     N(VIEW, TAP AT("[0,0][9,9]"), N(TXT, T("In") AT("[0,0][9,9]"), )), "In",
     "b btn"},
    {"the first in reading order",
     N(VIEW, TAP AT("[0,0][9,9]"),
       N(BOX, AT("[0,0][9,9]"), N(TXT, T("deep") AT("[0,0][9,9]"), ))
           N(TXT, T("high") AT("[0,0][9,9]"), )),
     "deep", "b btn"},
    {"the first of a level",
     N(VIEW, TAP AT("[0,0][9,9]"),
       N(TXT, T("one") AT("[0,0][9,9]"), ) N(TXT, T("two") AT("[0,0][9,9]"), )),
     "one", "b btn"},
    {"never out of another element",
     N(VIEW, TAP DESC("") AT("[0,0][19,9]"),
       N(TXT, T("mine") AT("[0,0][9,9]"), )
           N(BTN, TAP AT("[0,5][9,9]"), N(TXT, T("its") AT("[0,5][9,9]"), ))),
     "mine", "b btn"},
    {"a wrapper at the place of its only content is none",
     N(VIEW, TAP AT("[0,0][9,9]"), N(BTN, T("its") TAP AT("[0,0][9,9]"), )), "",
     "-"},
    {"a wrapper with a place of its own is one",
     N(VIEW, TAP AT("[0,0][19,9]"), N(BTN, T("its") TAP AT("[0,0][9,9]"), )),
     "", "g tap"},
    {"a label goes before an unlabelled content at the same place",
     N(VIEW, TAP DESC("mine") AT("[0,0][9,9]"),
       N(VIEW, TAP AT("[0,0][9,9]"), )),
     "mine", "b btn"},
    {"a list never takes a row's label",
     N("android.widget.ListView",
       DESC("") " long-clickable='true'" AT("[0,0][9,9]"),
       N(BOX, AT("[0,0][9,4]"), N(TXT, T("row") AT("[0,0][9,4]"), ))),
     "", "-"},
    {"the title, not the picture before it",
     N(VIEW, TAP AT("[0,0][9,9]"),
       N(IMG, DESC("Avatar") AT("[0,0][9,9]"), )
           N(TXT, T("Bob") AT("[0,0][9,9]"), )),
     "Bob", "b btn"},
    {"the title, not the emoji or the time before it",
     N(VIEW, TAP AT("[0,0][9,9]"),
       N(TXT, T("&#127968;") AT("[0,0][9,9]"), )
           N(TXT, T("06:09 PM") AT("[0,0][9,9]"), )
               N(TXT, T("Home") AT("[0,0][9,9]"), )),
     "Home", "b btn"},
    {"the title above the last message, however deep it is",
     N(VIEW, TAP AT("[0,0][9,9]"),
       N(BOX, AT("[0,0][9,9]"), N(TXT, T("Ann") AT("[0,0][9,9]"), ))
           N(TXT, T("See you") AT("[0,0][9,9]"), )),
     "Ann", "b btn"},
    {"a row with a switch keeps its name",
     N(BOX, TAP AT("[0,0][9,9]"),
       N(TXT, T("Wi-Fi") AT("[0,0][9,9]"), )
           N("android.widget.Switch", CHECK("true") AT("[0,0][9,9]"), )),
     "Wi-Fi", "c switch"},
    {"a row beside a switch that takes clicks itself keeps apart",
     N(BOX, TAP AT("[0,0][9,9]"),
       N(TXT, T("Wi-Fi") AT("[0,0][9,9]"), )
           N("android.widget.Switch", TAP CHECK("true") AT("[0,0][4,9]"), )),
     "Wi-Fi", "g tap"},
    {"from what is not drawn, if nothing else names it",
     N(VIEW, TAP AT("[0,0][9,9]"), N(TXT, T("tab") AT("[0,0][0,0]"), )), "tab",
     "b btn"},
    {"from what is drawn first",
     N(VIEW, TAP AT("[0,0][9,9]"),
       N(TXT, T("gone") AT("[0,0][0,0]"), ) N(TXT, T("b") AT("[0,0][9,9]"), )),
     "b", "b btn"},
    {"a scrollable's content is not its label",
     N(VIEW, SCROLLS AT("[0,0][9,9]"), N(TXT, T("x") AT("[0,0][9,9]"), )), "",
     "s scroll"},
    {"a long description is an aggregate",
     N(VIEW, DESC(LONG_DESC) TAP AT("[0,0][9,9]"),
       N(TXT, T("Milk") AT("[0,0][9,9]"), )),
     "Milk", "b btn"},
    {"unless nothing else is there",
     N(VIEW, DESC(LONG_DESC) TAP AT("[0,0][9,9]"), ), LONG_DESC, "g tap"},
    {"check box", N("android.widget.CheckBox", T("a") AT("[0,0][9,9]") TAP, ),
     "a", "c check"},
    {"checkable of any class",
     N(VIEW, T("a") CHECK("false") AT("[0,0][9,9]"), ), "a", "c check"},
    {"radio", N("android.widget.RadioButton", CHECK("true") AT("[0,0][9,9]"), ),
     "", "c radio"},
    {"link", N(TXT, T("Forgot Password?") TAP AT("[0,0][9,9]"), ),
     "Forgot Password?", "l link"},
    {"text", N(TXT, T("Login") AT("[0,0][9,9]"), ), "Login", "-"},
    {"30 characters",
     N(VIEW, T("123456789012345678901234567890") TAP AT("[0,0][9,9]"), ),
     "123456789012345678901234567890", "b btn"},
    {"31 characters",
     N(VIEW, T("1234567890123456789012345678901") TAP AT("[0,0][9,9]"), ),
     "1234567890123456789012345678901", "g tap"},
    {"icon", N(IMG, TAP AT("[0,0][9,9]"), ), "", "g tap"},
    {"long press only",
     N(VIEW, DESC("a") " long-clickable='true'" AT("[0,0][9,9]"), ), "a",
     "b btn"},
    {"slider's number is its value",
     N("android.widget.SeekBar", DESC("38%") AT("[0,0][9,9]"), ), "",
     "g slider"},
    {"slider's name",
     N("android.widget.SeekBar", T("Volume") AT("[0,0][9,9]"), ), "Volume",
     "g slider"},
    {"spinner", N("android.widget.Spinner", T("Rura") TAP AT("[0,0][9,9]"), ),
     "Rura", "g spinner"},
    {"disabled Compose button", N(BTN, T("Save") OFF("[0,0][9,9]"), ), "Save",
     "b btn"},
    {"without size", N(BTN, T("a") TAP AT("[5,5][5,9]"), ), "a", "-"},
    {"off the screen", N(BTN, T("a") TAP AT("[0,1920][9,1930]"), ), "a", "-"},
    {"partly off", N(BTN, T("a") TAP AT("[-5,1910][9,1930]"), ), "a", "b btn"},
    {"invisible",
     N(BTN, T("a") TAP " visible-to-user='false'" AT("[0,0][9,9]"), ), "a",
     "-"},
    {"a wrapper of the screen's size",
     N(VIEW, TAP AT("[0,0][1080,1900]"),
       N(TXT, T("Title") AT("[0,0][9,9]"), )
           N(BTN, T("a") TAP AT("[0,0][9,9]"), )),
     "", "g tap"},
};

T_TEST(label_and_kind_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        char xml[4000];
        char kind[32] = "-";
        snprintf(xml, sizeof(xml),
                 "<hierarchy><node bounds='[0,0][1080,1920]'>%s</node>"
                 "</hierarchy>",
                 rows[i].xml);
        struct at_tree *tree = screen(xml);
        const struct at_node *node = tree->root->first_child->first_child;
        const struct at_node *from;
        struct at_str label = at_node_label(node, &from);
        struct at_kind k = at_node_kind(node, label);
        T_ROW(rows[i].name);
        T_EQ_STR(label, rows[i].label);
        T_EQ_INT(from != NULL, label.len > 0);
        if (at_node_has(node, AT_NODE_INTERACTIVE))
            snprintf(kind, sizeof(kind), "%c %s", k.letter, k.word);
        T_EQ_TEXT(kind, rows[i].kind);
        at_tree_free(tree);
    }
}

T_TEST(effective_text)
{
    struct at_tree *tree =
        screen(ROOT(N(BOX, ID("row"), N(VIEW, , N(TXT, T("inner"), )))
                        N(EDIT, ID("field") HINT("Email"), )
                            N(VIEW, ID("desc") DESC("d") HINT("h"), )
                                N(VIEW, ID("none"), )));
    T_EQ_STR(at_node_effective_text(node_with(tree, "row")), "inner");
    T_EQ_STR(at_node_effective_text(node_with(tree, "field")), "Email");
    T_EQ_STR(at_node_effective_text(node_with(tree, "id/desc")), "d");
    T_EQ_STR(at_node_effective_text(node_with(tree, "none")), "");
    at_tree_free(tree);
}

T_TEST(chrome_gets_no_refs)
{
    static const char bar[] =
        "<node package='com.android.systemui' bounds='[0,0][1080,66]'><node "
        "class='android.widget.Button' text='bar' clickable='true' "
        "package='com.android.systemui' bounds='[0,0][99,66]'/></node>";
    static const char app[] = "<node package='a.b' bounds='[0,0][1080,1920]'/>";
    char xml[800];
    snprintf(xml, sizeof(xml), "<hierarchy>%s%s</hierarchy>", bar, app);
    struct at_tree *tree = screen(xml);
    T_OK(at_node_has(node_with(tree, "bar"), AT_NODE_CHROME));
    T_NOT(at_node_has(node_with(tree, "bar"), AT_NODE_INTERACTIVE));
    at_tree_free(tree);

    snprintf(xml, sizeof(xml), "<hierarchy>%s</hierarchy>", bar);
    tree = screen(xml); // alone it is what is in front
    T_NOT(at_node_has(node_with(tree, "bar"), AT_NODE_CHROME));
    T_OK(at_node_has(node_with(tree, "bar"), AT_NODE_INTERACTIVE));
    at_tree_free(tree);
}

T_MAIN()
