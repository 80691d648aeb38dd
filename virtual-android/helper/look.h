// look.h: one look at the screen, to find the target of a touch
//
// Works on a tree as written by this helper (PROTOCOL.md, section 4), by the
// rules described there ("A target").
#ifndef VIRTUAL_ANDROID_HELPER_LOOK_H
#define VIRTUAL_ANDROID_HELPER_LOOK_H

#include <jansson.h>

#include "base/buf.h"
#include "screen/tree.h" // at_point, at_rect
#include "virtual-android/helper/fields.h"

// Absent texts have ptr NULL: any will do.
struct vd_target {
    struct at_str class_name;
    struct at_str package;
    struct at_str id;
    struct at_str text;
    struct at_str desc;
    struct at_str label;
    struct at_str within;
    struct at_rect bounds;
    bool force;
};

// Read the member "target" of an action. Return false if it is absent or
// refused. The texts live as long as the request.
bool vd_target_read(struct vd_fields *action, struct vd_target *out);

struct vd_spot {
    size_t window;
    size_t parent; // its own number: it is a window's root
    struct at_str class_name;
    struct at_str package;
    struct at_str id;
    struct at_str text;
    struct at_str desc;
    unsigned flags;
    json_int_t drawn; // position among its siblings; 0: unknown
    bool has_pane;
    struct at_rect bounds;
    struct at_rect clip;  // bounds for its content
    struct at_rect shown; // visible part of its bounds
    struct at_rect seen;  // empty if another window hides it
};

struct vd_look_window {
    size_t root; // number of its first spot
    struct at_str type;
    bool focused;
    bool bar;
};

enum { VD_LOOK_WINDOWS_MAX = 16 };

struct vd_look {
    struct at_rect screen;
    struct vd_spot *spots; // owned, in the order of the tree
    size_t count;
    struct vd_look_window windows[VD_LOOK_WINDOWS_MAX];
    size_t window_count;
};

// tree is borrowed and must outlive the look.
void vd_look_init(struct vd_look *look, const json_t *tree);
void vd_look_deinit(struct vd_look *look);

// The window that hides all of a spot: its number, or VD_NOWHERE.
#define VD_NOWHERE SIZE_MAX
size_t vd_look_hider(const struct vd_look *look, size_t spot);

// Find the target; meant is the place that the client had in mind. field: for
// text. False: refused.
bool vd_look_find(const struct vd_look *look, const struct vd_target *target,
                  bool field, struct at_point meant, size_t *out_spot,
                  struct vd_refusal *refusal);
// Find where a touch meant for that place has to go. False: refused.
bool vd_look_touch(const struct vd_look *look, const struct vd_target *target,
                   size_t spot, struct at_point meant, struct at_point *out,
                   struct vd_refusal *refusal);
// Move a place of the target's old bounds to where it is in its new ones.
struct at_point vd_look_carry(const struct vd_target *target,
                              const struct vd_spot *spot, struct at_point at);
// A swipe begins on it if anything of it is seen. False: refused.
bool vd_look_seen(const struct vd_look *look, size_t spot,
                  struct vd_refusal *refusal);
// Add the element found instead to a refusal; VD_NOWHERE: unknown.
void vd_look_tell(const struct vd_look *look, size_t spot,
                  struct vd_refusal *refusal);

// Code common to the files of the look.
bool vd_box_empty(struct at_rect box);
struct at_rect vd_box_cut(struct at_rect a, struct at_rect b);
bool vd_box_has(struct at_rect box, struct at_point at);
bool vd_box_same(struct at_rect a, struct at_rect b);
bool vd_spot_touched(const struct vd_spot *spot);
bool vd_spot_below(const struct vd_look *look, size_t spot, size_t top);

#endif
