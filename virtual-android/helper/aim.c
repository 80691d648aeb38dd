// aim.c: waits until the target stops moving, then returns where to touch it
#include "virtual-android/helper/aim.h"

#include "base/limits.h"
#include "base/op.h"
#include "sys/clock.h"
#include "virtual-android/helper/tree.h"

enum { FRAME_MS = 20, STILL_MAX_MS = 2000, LOOK_MAX_BYTES = 16 * AT_MIB };

struct aim {
    struct vd_look look;
    json_t *tree; // owned
    size_t spot;
};

static void
aim_deinit(struct aim *aim)
{
    vd_look_deinit(&aim->look);
    json_decref(aim->tree);
}

// One look, and the target in it.
static bool
take(struct vd_api *api, const struct vd_target *target, bool field,
     struct at_point meant, struct aim *out, struct vd_refusal *refusal)
{
    struct at_buf text = AT_BUF_INIT(LOOK_MAX_BYTES);
    *out = (struct aim){.tree = NULL};
    if (!vd_api_simulate_latency(api, "helper-look"))
        return false;
    vd_tree_look(api, &text);
    out->tree = json_loadb(text.data ? text.data : "{}",
                           text.data ? text.len : 2, JSON_ALLOW_NUL, NULL);
    at_buf_deinit(&text);
    vd_look_init(&out->look, out->tree);
    return vd_look_find(&out->look, target, field, meant, &out->spot, refusal);
}

static struct at_rect
place(const struct aim *aim)
{
    return aim->look.spots[aim->spot].bounds;
}

// Take looks until two agree, where the target is not at its old place.
static bool
take_still(struct vd_api *api, const struct vd_target *target,
           struct at_point meant, struct aim *out, struct vd_refusal *refusal)
{
    int64_t until_ns = at_now_ns() + STILL_MAX_MS * AT_NS_PER_MS;
    struct at_rect before = target->bounds;
    bool restless = vd_device_take_fault(api->device, "restless-target");
    bool ok = take(api, target, false, meant, out, refusal);
    while (ok && (restless || !vd_box_same(before, place(out)))) {
        if (at_now_ns() > until_ns) {
            vd_refuse(refusal, VD_TARGET_MOVING,
                      "the target does not stand still, nothing was touched");
            vd_look_tell(&out->look, VD_NOWHERE, refusal);
            return false;
        }
        before = place(out);
        aim_deinit(out);
        *out = (struct aim){.tree = NULL};
        ok = vd_api_wait(api, FRAME_MS) &&
             take(api, target, false, meant, out, refusal);
    }
    return ok;
}

bool
vd_aim_finger(struct vd_api *api, const struct vd_target *target,
              struct at_point *from, struct at_point *to,
              struct vd_refusal *refusal)
{
    struct aim aim = {.tree = NULL};
    bool stays = from->x_px == to->x_px && from->y_px == to->y_px;
    bool ok = take_still(api, target, *from, &aim, refusal);
    if (ok && stays) {
        ok = vd_look_touch(&aim.look, target, aim.spot, *from, from, refusal);
        *to = *from;
    } else if (ok) {
        const struct vd_spot *spot = &aim.look.spots[aim.spot];
        ok = vd_look_seen(&aim.look, aim.spot, refusal);
        *from = vd_look_carry(target, spot, *from);
        *to = vd_look_carry(target, spot, *to);
    }
    aim_deinit(&aim);
    return ok;
}

bool
vd_aim_field(struct vd_api *api, const struct vd_target *target,
             struct at_point *out, struct vd_refusal *refusal)
{
    struct aim aim;
    struct at_rect was = target->bounds;
    struct at_point meant = {(was.left + was.right) / 2,
                             (was.top + was.bottom) / 2};
    bool ok = take(api, target, true, meant, &aim, refusal);
    if (ok) {
        struct at_rect shown = aim.look.spots[aim.spot].shown;
        *out = (struct at_point){(shown.left + shown.right) / 2,
                                 (shown.top + shown.bottom) / 2};
    }
    aim_deinit(&aim);
    return ok;
}
