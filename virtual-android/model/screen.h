// screen.h: front app, focus, and time of the last change
#ifndef VIRTUAL_ANDROID_MODEL_SCREEN_H
#define VIRTUAL_ANDROID_MODEL_SCREEN_H

#include <stdbool.h>
#include <stdint.h>

struct vd_app;
struct vd_device;
struct vd_node;
struct vd_window;

struct vd_toast {
    char *text;    // owned; NULL: none yet
    char *package; // owned
    int64_t until_ms;
};

struct vd_screen {
    struct vd_window *system; // dialogs of the system in front; owned
    int64_t last_change_ms;   // last change reported to accessibility
    bool keyboard;
    int64_t keyboard_due_ms;   // when it will have opened; 0: it does not open
    unsigned keyboards_opened; // slowly
    bool off;
    int64_t on_ms; // since when it is on, or kept on
    struct vd_toast toast;
};

enum { VD_STATUS_BAR_PX = 63, VD_NAV_BAR_PX = 63 };

struct vd_window *vd_screen_front(struct vd_device *device); // may be NULL
void vd_screen_changed(struct vd_device *device);
// Open the keyboard now or, with the fault slow-keyboard, later.
void vd_screen_open_keyboard(struct vd_device *device);
void vd_screen_hide_keyboard(struct vd_device *device);
// Show a keyboard that will have opened by now_ms.
void vd_screen_sync_keyboard(struct vd_device *device, int64_t now_ms);
int32_t vd_screen_keyboard_top(const struct vd_device *device);
// The node with this id in the app's front dialogs and the screen below them.
struct vd_node *vd_screen_node(struct vd_app *app, const char *id,
                               struct vd_window **out_window);
void vd_screen_focus(struct vd_device *device, struct vd_window *window,
                     struct vd_node *node);
// Takes text.
void vd_screen_set_toast(struct vd_device *device, const char *package,
                         char *text, int64_t ms);
// The toast that shows now, or NULL.
const struct vd_toast *vd_screen_toast(const struct vd_device *device);

#endif
