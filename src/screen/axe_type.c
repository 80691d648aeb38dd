#include "screen/axe_type.h"

#define TYPE(name, role, flags)                                                \
    {                                                                          \
        AT_STR_ROW(name), AT_ROLE_##role, flags                                \
    }
#define TAP AT_NODE_CLICKABLE
#define FIELD (AT_NODE_CLICKABLE | AT_NODE_FOCUSABLE)
#define CHECK (AT_NODE_CLICKABLE | AT_NODE_CHECKABLE)
#define SCROLL AT_NODE_SCROLLABLE
#define CHROME AT_NODE_CHROME

static const struct at_axe_type types[] = {
    TYPE("ActivityIndicator", PROGRESS_BAR, 0),
    TYPE("Alert", CONTAINER, 0),
    TYPE("Application", CONTAINER, 0),
    TYPE("BusyIndicator", PROGRESS_BAR, 0),
    TYPE("Button", BUTTON, TAP),
    TYPE("Cell", LIST_ITEM, TAP),
    TYPE("CheckBox", CHECK_BOX, CHECK),
    TYPE("CollectionView", LIST, SCROLL),
    TYPE("ComboBox", TEXT_FIELD, FIELD),
    TYPE("Group", CONTAINER, 0),
    TYPE("Heading", TEXT_VIEW, 0),
    TYPE("Icon", BUTTON, TAP),
    TYPE("Image", IMAGE, 0),
    TYPE("Key", BUTTON, CHROME),
    TYPE("Keyboard", CONTAINER, CHROME),
    TYPE("Link", TEXT_VIEW, TAP),
    TYPE("List", LIST, SCROLL),
    TYPE("MenuButton", BUTTON, TAP),
    TYPE("MenuItem", BUTTON, TAP),
    TYPE("NavigationBar", TOOLBAR, 0),
    TYPE("Other", CONTAINER, 0),
    TYPE("PickerWheel", SPINNER, TAP),
    TYPE("PopUpButton", SPINNER, TAP),
    TYPE("ProgressIndicator", PROGRESS_BAR, 0),
    TYPE("RadioButton", RADIO_BUTTON, CHECK),
    TYPE("ScrollArea", SCROLL_VIEW, SCROLL),
    TYPE("ScrollView", SCROLL_VIEW, SCROLL),
    TYPE("SearchField", TEXT_FIELD, FIELD),
    TYPE("SecureTextField", TEXT_FIELD, FIELD | AT_NODE_PASSWORD),
    TYPE("SegmentedControl", CONTAINER, 0),
    TYPE("Sheet", CONTAINER, 0),
    TYPE("Slider", SLIDER, 0),
    TYPE("StaticText", TEXT_VIEW, 0),
    TYPE("StatusBar", CONTAINER, CHROME),
    TYPE("Switch", SWITCH, CHECK),
    TYPE("Tab", TAB, TAP),
    TYPE("TabBar", TOOLBAR, 0),
    TYPE("TabButton", TAB, TAP),
    TYPE("Table", LIST, SCROLL),
    TYPE("TextArea", TEXT_FIELD, FIELD),
    TYPE("TextField", TEXT_FIELD, FIELD),
    TYPE("TextView", TEXT_FIELD, FIELD),
    TYPE("Toggle", SWITCH, CHECK),
    TYPE("Toolbar", TOOLBAR, 0),
    TYPE("WebArea", WEB_VIEW, 0),
    TYPE("WebView", WEB_VIEW, 0),
    TYPE("Window", CONTAINER, 0),
};

const struct at_axe_type *
at_axe_type_find(struct at_str name)
{
    for (size_t i = 0; i < AT_LEN(types); i++) {
        if (at_str_eq(types[i].name, name))
            return &types[i];
    }
    return NULL;
}
