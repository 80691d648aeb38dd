#include "virtual-android/commands/commands.h"

#include "base/buf.h"
#include "base/limits.h"
#include "virtual-android/commands/verbs.h"
#include "virtual-android/helper/run.h"

// In one write: a reader never sees half a block.
void
vd_put_stage(struct vd_call *call, const char *const *members)
{
    struct at_buf block = AT_BUF_INIT(4 * AT_KIB);
    for (; *members; members++)
        at_buf_add_fmt(&block, "INSTRUMENTATION_STATUS: %s\n", *members);
    at_buf_add_text(&block, "INSTRUMENTATION_STATUS_CODE: 0\n");
    vd_out(call, at_buf_str(&block));
    at_buf_deinit(&block);
}

void
vd_put_end(struct vd_call *call, const struct vd_ended *ended)
{
    bool ok = ended->reason != NULL;
    vd_outf(call,
            "INSTRUMENTATION_RESULT: %s=%s\n"
            "INSTRUMENTATION_RESULT: stage=%s\n"
            "INSTRUMENTATION_CODE: %d\n",
            ok ? "reason" : "error", ok ? ended->reason : ended->err.msg,
            ended->stage, ok ? -1 : 0);
}
