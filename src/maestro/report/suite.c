#include "maestro/report/suite.h"

enum at_maestro_end
at_maestro_end_of(const struct at_maestro_trace *trace)
{
    if (trace->passed)
        return AT_MAESTRO_PASSED;
    return at_maestro_is_verdict(trace->err.code) ? AT_MAESTRO_NOT_PASSED
                                                  : AT_MAESTRO_TROUBLE;
}

void
at_maestro_reason(const struct at_maestro_result *result, struct at_buf *out)
{
    if (result->shard > 0)
        at_buf_add_fmt(out, "[shard %d] ", result->shard);
    if (result->end == AT_MAESTRO_TROUBLE &&
        result->trace->err.code == AT_ENODEV)
        at_buf_add_text(out, "device trouble: ");
    at_buf_add_text(out, result->trace->err.msg);
}

struct at_str
at_maestro_short_path(const struct at_maestro_suite *suite, const char *path)
{
    struct at_str all = at_str(path);
    struct at_str cwd = at_str(suite->cwd ? suite->cwd : "");
    if (cwd.len > 0 && at_str_starts(all, cwd) && all.ptr[cwd.len] == '/')
        return at_str_skip(all, cwd.len + 1);
    return all;
}
