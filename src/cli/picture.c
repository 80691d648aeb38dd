#include "cli/picture.h"

#include "base/limits.h"
#include "cli/advice.h"
#include "flow/app/plain.h"

void
at_picture_warn(struct at_invocation *invocation, struct at_str png)
{
    struct at_buf remark = AT_BUF_INIT(AT_KIB);
    bool black;
    if (at_plain_remark(png, &at_cli_advice, &remark, &black))
        at_command_run_warning(invocation->run, "the screenshot: %s",
                               at_buf_text(&remark));
    at_buf_deinit(&remark);
}
