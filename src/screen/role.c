#include "screen/role.h"

struct role_row {
    struct at_str name;
    enum at_role role;
};

static const struct role_row exact_rows[] = {
    {AT_STR_ROW("android.widget.Button"), AT_ROLE_BUTTON},
    {AT_STR_ROW("android.widget.ImageButton"), AT_ROLE_IMAGE_BUTTON},
    {AT_STR_ROW("android.widget.EditText"), AT_ROLE_TEXT_FIELD},
    {AT_STR_ROW("android.widget.CheckBox"), AT_ROLE_CHECK_BOX},
    {AT_STR_ROW("android.widget.Switch"), AT_ROLE_SWITCH},
    {AT_STR_ROW("android.widget.ToggleButton"), AT_ROLE_SWITCH},
    {AT_STR_ROW("android.widget.RadioButton"), AT_ROLE_RADIO_BUTTON},
    {AT_STR_ROW("android.widget.SeekBar"), AT_ROLE_SLIDER},
    {AT_STR_ROW("android.widget.Spinner"), AT_ROLE_SPINNER},
    {AT_STR_ROW("android.widget.TextView"), AT_ROLE_TEXT_VIEW},
    {AT_STR_ROW("android.widget.ImageView"), AT_ROLE_IMAGE},
    {AT_STR_ROW("android.widget.ProgressBar"), AT_ROLE_PROGRESS_BAR},
    {AT_STR_ROW("android.widget.ScrollView"), AT_ROLE_SCROLL_VIEW},
    {AT_STR_ROW("android.widget.HorizontalScrollView"), AT_ROLE_SCROLL_VIEW},
    {AT_STR_ROW("android.widget.ListView"), AT_ROLE_LIST},
    {AT_STR_ROW("androidx.recyclerview.widget.RecyclerView"), AT_ROLE_LIST},
    {AT_STR_ROW("android.webkit.WebView"), AT_ROLE_WEB_VIEW},
    {AT_STR_ROW("android.widget.TabWidget"), AT_ROLE_TAB},
    {AT_STR_ROW("android.widget.Toolbar"), AT_ROLE_TOOLBAR},
    {AT_STR_ROW("androidx.appcompat.widget.Toolbar"), AT_ROLE_TOOLBAR},
    {AT_STR_ROW("android.widget.Image"), AT_ROLE_IMAGE}, // <img> of a web page
};

// The first row that is a suffix of the class wins, so longer names come before
// their own suffixes.
static const struct role_row end_rows[] = {
    {AT_STR_ROW("AutoCompleteTextView"), AT_ROLE_TEXT_FIELD},
    {AT_STR_ROW("SearchAutoComplete"), AT_ROLE_TEXT_FIELD},
    {AT_STR_ROW("EditText"), AT_ROLE_TEXT_FIELD}, // AppCompat…, TextInput…
    {AT_STR_ROW("TextField"), AT_ROLE_TEXT_FIELD},
    {AT_STR_ROW("TextBox"), AT_ROLE_TEXT_FIELD}, // Avalonia, Uno
    {AT_STR_ROW("ComboBox"), AT_ROLE_SPINNER},
    {AT_STR_ROW("TextInput"), AT_ROLE_TEXT_FIELD}, // RCTTextInput
    {AT_STR_ROW("TextArea"), AT_ROLE_TEXT_FIELD},  // XCUIElementTypeTextArea
    {AT_STR_ROW("TextView"), AT_ROLE_TEXT_VIEW},   // CheckedTextView too
    {AT_STR_ROW("StaticText"), AT_ROLE_TEXT_VIEW},
    {AT_STR_ROW("FloatingActionButton"), AT_ROLE_IMAGE_BUTTON},
    {AT_STR_ROW("ImageButton"), AT_ROLE_IMAGE_BUTTON},
    {AT_STR_ROW("RadioButton"), AT_ROLE_RADIO_BUTTON},
    {AT_STR_ROW("ToggleButton"), AT_ROLE_SWITCH},
    {AT_STR_ROW("SwitchButton"), AT_ROLE_SWITCH},
    {AT_STR_ROW("SwitchCompat"), AT_ROLE_SWITCH},
    {AT_STR_ROW("SwitchMaterial"), AT_ROLE_SWITCH},
    {AT_STR_ROW("MaterialSwitch"), AT_ROLE_SWITCH},
    {AT_STR_ROW("Switch"), AT_ROLE_SWITCH}, // ReactSwitch
    {AT_STR_ROW("CheckBox"), AT_ROLE_CHECK_BOX},
    {AT_STR_ROW("Checkbox"), AT_ROLE_CHECK_BOX},
    {AT_STR_ROW("Button"), AT_ROLE_BUTTON}, // AppCompat…, MaterialButton
    {AT_STR_ROW("Chip"), AT_ROLE_BUTTON},
    {AT_STR_ROW("SeekBar"), AT_ROLE_SLIDER},
    {AT_STR_ROW("RatingBar"), AT_ROLE_SLIDER},
    {AT_STR_ROW("Slider"), AT_ROLE_SLIDER},
    {AT_STR_ROW("ProgressBar"), AT_ROLE_PROGRESS_BAR},
    {AT_STR_ROW("ProgressBarView"), AT_ROLE_PROGRESS_BAR},
    {AT_STR_ROW("ProgressIndicator"), AT_ROLE_PROGRESS_BAR},
    {AT_STR_ROW("Spinner"), AT_ROLE_SPINNER},
    {AT_STR_ROW("ImageView"), AT_ROLE_IMAGE}, // ReactImageView
    {AT_STR_ROW("DraweeView"), AT_ROLE_IMAGE},
    {AT_STR_ROW("ScrollView"), AT_ROLE_SCROLL_VIEW}, // Nested…, React…
    {AT_STR_ROW("ViewPager"), AT_ROLE_SCROLL_VIEW},
    {AT_STR_ROW("ViewPager2"), AT_ROLE_SCROLL_VIEW},
    {AT_STR_ROW("PagedView"), AT_ROLE_SCROLL_VIEW},
    {AT_STR_ROW("RecyclerView"), AT_ROLE_LIST},
    {AT_STR_ROW("ListView"), AT_ROLE_LIST},
    {AT_STR_ROW("GridView"), AT_ROLE_LIST},
    {AT_STR_ROW("ListItem"), AT_ROLE_LIST_ITEM},
    {AT_STR_ROW("WebView"), AT_ROLE_WEB_VIEW},
    {AT_STR_ROW("TabWidget"), AT_ROLE_TAB},
    {AT_STR_ROW("TabView"), AT_ROLE_TAB}, // TabLayout$TabView
    {AT_STR_ROW("ActionBar$Tab"), AT_ROLE_TAB},
    {AT_STR_ROW("Toolbar"), AT_ROLE_TOOLBAR},
};

static const struct at_str container_words[] = {
    AT_STR_ROW("Layout"),
    AT_STR_ROW("ViewGroup"), // ReactViewGroup
    AT_STR_ROW("CardView"),
    AT_STR_ROW("ComposeView"),
};

enum at_role
at_role_of_class(struct at_str class_name)
{
    for (size_t i = 0; i < AT_LEN(exact_rows); i++) {
        if (at_str_eq(class_name, exact_rows[i].name))
            return exact_rows[i].role;
    }
    for (size_t i = 0; i < AT_LEN(end_rows); i++) {
        if (at_str_ends(class_name, end_rows[i].name))
            return end_rows[i].role;
    }
    for (size_t i = 0; i < AT_LEN(container_words); i++) {
        if (at_str_has(class_name, container_words[i]))
            return AT_ROLE_CONTAINER;
    }
    return AT_ROLE_UNKNOWN;
}

struct at_str
at_class_short_name(struct at_str class_name)
{
    size_t start = class_name.len;
    while (start > 0 && class_name.ptr[start - 1] != '.')
        start--;
    return at_str_skip(class_name, start);
}
