// picture.c: takeScreenshot
#include "base/limits.h"
#include "base/quote.h"
#include "tester/tools/tools.h"
#include "wire/image.h"

enum { PICTURE_SIDE_PX = 1200, PICTURE_MAX_BYTES = 1024 * 1024 };

// The model sees a smaller picture, if it can see any.
static void
show(struct at_tool_runner_call *call, struct at_str png)
{
    const struct at_profile *profile = call->runner->opts.run.profile;
    struct at_agent_tool_result *out = call->out;
    struct at_buf picture = AT_BUF_INIT(PICTURE_MAX_BYTES);
    struct at_image_info info;
    bool sees = profile && !(profile->row->quirks & AT_QUIRK_NO_IMAGES);
    if (sees && at_image_fit(png, PICTURE_SIDE_PX, PICTURE_MAX_BYTES, &picture,
                             &info, NULL)) {
        at_buf_add_str(&out->picture, at_buf_str(&picture));
        out->picture_mime = info.mime;
    }
    at_buf_deinit(&picture);
}

bool
at_tool_screenshot(struct at_tool_runner_call *call, struct at_err *err)
{
    struct at_buf png = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    struct at_err why = AT_ERR_INIT;
    char path[AT_TOOL_RUNNER_PATH_MAX];
    bool ok = true;
    if (!call->runner->opts.run.config->screenshots) {
        at_agent_tool_say(call->out, AT_PREFIX_ERROR,
                          AT_TOOL_RUNNER_NO_PICTURES);
    } else if (at_tool_runner_shoot(call, "takeScreenshot", &png, path, &why)) {
        struct at_str name = call->args.goal;
        const char *remark = call->runner->remark;
        at_agent_tool_say(call->out, AT_PREFIX_OK, "%s (%s)%s%s", path,
                          AT_NAME(at_utf8_head(name, 100)),
                          remark[0] ? "; " : "", remark);
        show(call, at_buf_str(&png));
    } else {
        ok = at_tool_runner_refuse(call, &why, err);
    }
    at_buf_deinit(&png);
    return ok;
}
