// hands_picture.c: pictures of the screen, with secrets covered
#include <stdio.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "flow/app/plain.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "tester/advice.h"
#include "tester/tools/hands_priv.h"
#include "tester/tools/cover.h"

static bool
save(const struct at_hands *hands, const char *path, struct at_str png,
     struct at_err *err)
{
    char *folder = at_strfmt("%s/screenshots", hands->opts.folder);
    char *whole = at_strfmt("%s/%s", hands->opts.folder, path);
    bool ok = at_folder_make(folder, err) && at_file_put(whole, png, err);
    free(folder);
    free(whole);
    return ok;
}

// Said of the screen itself: what hides secrets is of one colour too.
static bool
note_remark(struct at_hands *hands, struct at_str png)
{
    struct at_buf remark = AT_BUF_INIT(AT_KIB);
    (void)at_plain_remark(png, &at_tester_advice, &remark, &hands->black);
    at_str_cut(hands->remark, sizeof(hands->remark), at_buf_str(&remark));
    at_buf_deinit(&remark);
    return true;
}

// The tree tells which elements are secret, but not what came onto the screen
// since. The picture is taken over the wire and is never a file of the phone.
bool
at_hands_shoot(struct at_hands_call *call, const char *name,
               struct at_buf *out_png, char out_path[AT_HANDS_PATH_MAX],
               struct at_err *err)
{
    struct at_hands *hands = call->hands;
    if (!at_hands_look(call, err) ||
        !at_device_screenshot(call->op, at_app_device(hands->app), out_png,
                              err) ||
        !note_remark(hands, at_buf_str(out_png)) ||
        !at_picture_hide(out_png, at_app_tree(hands->app), hands->opts.secrets,
                         err))
        return false;
    if (hands->opts.shown)
        hands->opts.shown(hands->opts.user, at_buf_str(out_png));
    snprintf(out_path, AT_HANDS_PATH_MAX, "screenshots/%04u-%s.png",
             hands->shots + 1, name);
    if (!save(hands, out_path, at_buf_str(out_png), err))
        return false;
    hands->shots++;
    at_str_cut(hands->newest, sizeof(hands->newest), at_str(out_path));
    at_str_cut(call->out->pictures.after, sizeof(call->out->pictures.after),
               at_str(out_path));
    if (hands->opts.saved)
        hands->opts.saved(hands->opts.user, "screenshot", out_path, 0);
    return true;
}
