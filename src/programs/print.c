#include "programs/print.h"

#include <stdio.h>

#include "base/limits.h"
#include "base/quote.h"
#include "wire/json.h"

void
at_print_text(struct at_str text)
{
    struct at_buf shown = AT_BUF_INIT(text.len * 3 + 1);
    at_printable_write(text, &shown);
    fputs(at_buf_text(&shown), stdout);
    at_buf_deinit(&shown);
}

void
at_print_json(const json_t *json)
{
    struct at_buf out = AT_BUF_INIT(AT_SCENARIO_FILE_MAX_BYTES);
    at_json_write(json, &out);
    puts(at_buf_text(&out));
    at_buf_deinit(&out);
}
