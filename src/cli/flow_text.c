#include "cli/flow_text.h"

#include "wire/json.h"

bool
at_flow_text_has_head(struct at_str text)
{
    struct at_str line;
    bool said = false; // there is content before the line
    while (at_str_next_line(&text, &line)) {
        struct at_str trimmed = at_str_trim(line);
        if (at_str_starts(line, AT_STR("---")) && said)
            return true;
        said = said || (trimmed.len > 0 && trimmed.ptr[0] != '#' &&
                        !at_str_starts(line, AT_STR("---")));
    }
    return false;
}

bool
at_flow_text_names_files(struct at_str text)
{
    static const char *const words[] = {
        "runFlow:", "runScript:", "file:", "addMedia:"};
    for (size_t i = 0; i < AT_LEN(words); i++) {
        if (at_str_has(text, at_str(words[i])))
            return true;
    }
    return false;
}

bool
at_flow_text_complete(struct at_str text, const char *app_id,
                      struct at_buf *out, struct at_err *err)
{
    bool has_head = at_flow_text_has_head(text);
    if (at_str_trim(text).len == 0)
        return at_fail(err, AT_EUSAGE,
                       "the flow is empty: pass its steps on standard input "
                       "or in a file with --flow");
    if (!at_utf8_valid(text))
        return at_fail(err, AT_EUSAGE, "the flow is not UTF-8 text");
    if (!has_head && !app_id)
        return at_fail(err, AT_EUSAGE,
                       "the flow does not say which app it is about: begin it "
                       "with \"appId: ID\" and a line \"---\", or add "
                       "--app-id");
    if (!has_head) {
        at_buf_add_text(out, "appId: ");
        json_t *id =
            at_json_text(at_str(app_id)); // JSON's quoting is valid in YAML
        at_json_write(id, out);
        json_decref(id);
        at_buf_add_text(out, "\n---\n");
        if (at_str_starts(text, AT_STR("---")))
            text = at_str_skip(text, 3);
    }
    return at_buf_add_str(out, text) ||
           at_fail(err, AT_ELIMIT, "the flow is longer than %zu bytes",
                   out->max);
}
