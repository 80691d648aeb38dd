// runner_picture.c: pictures of the screen, with secrets covered
#include <stdio.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "flow/app/plain.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "tester/advice.h"
#include "tester/tools/runner_priv.h"
#include "tester/tools/image_mask.h"

static bool
save(const struct at_tool_runner *runner, const char *path, struct at_str png,
     struct at_err *err)
{
    char *folder = at_strfmt("%s/screenshots", runner->opts.run.folder);
    char *whole = at_strfmt("%s/%s", runner->opts.run.folder, path);
    bool ok = at_folder_make(folder, err) && at_file_put(whole, png, err);
    free(folder);
    free(whole);
    return ok;
}

// Said of the screen itself: what hides secrets is of one colour too.
static bool
note_remark(struct at_tool_runner *runner, struct at_str png)
{
    struct at_buf remark = AT_BUF_INIT(AT_KIB);
    (void)at_plain_remark(png, &at_tester_advice, &remark, &runner->black);
    at_str_cut(runner->remark, sizeof(runner->remark), at_buf_str(&remark));
    at_buf_deinit(&remark);
    return true;
}

// The tree tells which elements are secret, but not what came onto the screen
// since. The picture is taken over the wire and is never a file of the phone.
bool
at_tool_runner_shoot(struct at_tool_runner_call *call, const char *name,
                     struct at_buf *out_png,
                     char out_path[AT_TOOL_RUNNER_PATH_MAX], struct at_err *err)
{
    struct at_tool_runner *runner = call->runner;
    if (!at_tool_runner_look(call, err) ||
        !at_device_screenshot(call->op, at_app_device(runner->app), out_png,
                              err) ||
        !note_remark(runner, at_buf_str(out_png)) ||
        !at_image_mask(out_png, at_app_tree(runner->app),
                       runner->opts.run.secrets, err))
        return false;
    if (runner->opts.shown)
        runner->opts.shown(runner->opts.user, at_buf_str(out_png));
    snprintf(out_path, AT_TOOL_RUNNER_PATH_MAX, "screenshots/%04u-%s.png",
             runner->shots + 1, name);
    if (!save(runner, out_path, at_buf_str(out_png), err))
        return false;
    runner->shots++;
    at_str_cut(runner->newest, sizeof(runner->newest), at_str(out_path));
    at_str_cut(call->out->pictures.after, sizeof(call->out->pictures.after),
               at_str(out_path));
    if (runner->opts.saved)
        runner->opts.saved(runner->opts.user, "screenshot", out_path, 0);
    return true;
}
