#include "programs/checks.h"

#include "base/limits.h"
#include "programs/print.h"
#include "sys/clock.h"

struct at_op
at_checks_op(int64_t max_ms)
{
    struct at_op forever = {AT_NEVER_NS, NULL};
    return at_op_sub(&forever, at_now_ns(), max_ms);
}

void
at_checks_add_no_device(struct at_check_table *table, const char *text)
{
    at_check_table_add_text(
        table, "devices", AT_CHECK_BAD, text,
        "connect one with USB debugging on, start an emulator, or try "
        "`virtual-android`, which needs neither");
}

void
at_checks_print(const struct at_arguments *args, json_t *report,
                void (*write)(const json_t *report, struct at_buf *out))
{
    struct at_buf text = AT_BUF_INIT(AT_MCP_REPLY_MAX_BYTES);
    if (at_arguments_have(args, "--json")) {
        at_print_json(report);
    } else {
        write(report, &text);
        at_print_text(at_buf_str(&text));
    }
    at_buf_deinit(&text);
    json_decref(report);
}
