#include "virtual-android/access/chrome.h"

#include "virtual-android/model/screen.h"

#define UI "com.android.systemui"
#define UIID "com.android.systemui:id/"
#define IME "com.google.android.inputmethod.latin"
#define FRAME "android.widget.FrameLayout"
#define VIEW "android.view.View"

const struct vd_chrome vd_chromes[] = {
    {.type = "input_method",
     .package = IME,
     .title = "Gboard",
     .id = VD_CHROME_ID + 2,
     .keyboard = true,
     .nodes = {{FRAME, "", "", "", false, 0, 100},
               {FRAME, IME ":id/keyboard_view", "", "", false, 0, 100},
               {VIEW, IME ":id/key_pos_shift", "", "Shift", true, 0, 15},
               {VIEW, IME ":id/key_pos_space", "", "Space", true, 25, 75},
               {VIEW, IME ":id/key_pos_ime_action", "", "Enter", true, 85,
                100}}},
    {.type = "system",
     .package = UI,
     .title = "StatusBar",
     .id = VD_CHROME_ID + 1,
     .bottom_px = VD_STATUS_BAR_PX,
     .nodes = {{FRAME, UIID "status_bar_container", "", "", false, 0, 100},
               {"android.widget.TextView", UIID "clock", "9:41", "9:41 AM",
                false, 4, 14},
               {"android.widget.ImageView", UIID "wifi_signal", "",
                "Wifi signal full.", false, 80, 86},
               {"android.widget.ImageView", UIID "battery", "",
                "Battery 100 percent.", false, 88, 96}}},
    {.type = "system",
     .package = UI,
     .title = "NavigationBar0",
     .id = VD_CHROME_ID,
     .top_px = -VD_NAV_BAR_PX,
     .nodes = {{FRAME, UIID "navigation_bar_frame", "", "", false, 0, 100},
               {"android.widget.ImageView", UIID "back", "", "Back", true, 5,
                35},
               {"android.widget.ImageView", UIID "home", "", "Home", true, 35,
                65},
               {"android.widget.ImageView", UIID "recent_apps", "", "Overview",
                true, 65, 95}}},
    {0},
};

static int32_t
from_edge(int32_t px, int32_t height)
{
    return px < 0 ? height + px : px;
}

struct at_rect
vd_chrome_bounds(const struct vd_chrome *chrome, struct at_rect screen)
{
    int32_t height = screen.bottom;
    int32_t bottom = chrome->bottom_px ? chrome->bottom_px : height;
    return (struct at_rect){0, from_edge(chrome->top_px, height), screen.right,
                            bottom};
}

struct at_rect
vd_chrome_part(const struct vd_chrome_node *node, struct at_rect window)
{
    int32_t width = window.right - window.left;
    return (struct at_rect){
        window.left + width * node->left_percent / 100, window.top,
        window.left + width * node->right_percent / 100, window.bottom};
}
