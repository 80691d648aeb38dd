// flow_text_fuzz.c: a completed flow has a header, and completing it again
// changes nothing
#include <stdlib.h>

#include "cli/flow_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str text = at_str_n((const char *)data, len);
    struct at_buf once = AT_BUF_INIT(4 * len + 4096);
    struct at_buf twice = AT_BUF_INIT(4 * len + 4096);
    (void)at_flow_text_names_files(text);
    if (at_flow_text_complete(text, "com.example.app", &once, NULL)) {
        if (!at_flow_text_has_head(at_buf_str(&once)) ||
            !at_flow_text_complete(at_buf_str(&once), NULL, &twice, NULL) ||
            !at_str_eq(at_buf_str(&once), at_buf_str(&twice)))
            abort();
    }
    at_buf_deinit(&twice);
    at_buf_deinit(&once);
    return 0;
}
