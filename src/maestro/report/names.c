#include "maestro/report/names.h"

#include "base/limits_script.h"

enum { SLUG_MAX = 40 };

// Rows for what is not the usual name and "Command".
static const struct {
    enum at_maestro_kind kind;
    const char *member;
    const char *type;
} rows[] = {
    {AT_MAESTRO_BACK, "backPressCommand", "backPress"},
    {AT_MAESTRO_COPY_TEXT_FROM, "copyTextCommand", "copyTextFrom"},
    {AT_MAESTRO_DOUBLE_TAP_ON, "tapOnElement", "tapOnElement"},
    {AT_MAESTRO_INPUT_RANDOM, "inputRandomTextCommand", "inputRandom"},
    {AT_MAESTRO_LONG_PRESS_ON, "tapOnElement", "tapOnElement"},
    {AT_MAESTRO_SCROLL_UNTIL_VISIBLE, "scrollUntilVisible",
     "scrollUntilVisible"},
    {AT_MAESTRO_TAP_ON, "tapOnElement", "tapOnElement"},
};

static size_t
find_row(const struct at_maestro_command *command)
{
    size_t i = 0;
    while (i < AT_LEN(rows) && rows[i].kind != command->kind)
        i++;
    return i;
}

static const char *
usual_name(const struct at_maestro_command *command)
{
    if (command->kind == AT_MAESTRO_ASSERT_CONDITION)
        return "assertCondition";
    return at_maestro_kind_names[command->kind];
}

static bool
is_of_point(const struct at_maestro_command *command)
{
    return command->kind == AT_MAESTRO_TAP_ON ||
                   command->kind == AT_MAESTRO_DOUBLE_TAP_ON ||
                   command->kind == AT_MAESTRO_LONG_PRESS_ON
               ? !command->selector
               : false;
}

void
at_maestro_command_member(const struct at_maestro_command *command,
                          struct at_buf *out)
{
    size_t i = find_row(command);
    if (is_of_point(command))
        at_buf_add_text(out, "tapOnPointV2Command");
    else if (i < AT_LEN(rows))
        at_buf_add_text(out, rows[i].member);
    else
        at_buf_add_fmt(out, "%sCommand", usual_name(command));
}

static struct at_str
words_of(const struct at_maestro_selector *selector)
{
    return selector->text.ptr ? selector->text : selector->id;
}

// The argument that tells a step from others of its kind.
static struct at_str
argument_of(const struct at_maestro_command *command)
{
    if (command->selector)
        return words_of(command->selector);
    if (command->condition.visible)
        return words_of(command->condition.visible);
    if (command->condition.not_visible)
        return words_of(command->condition.not_visible);
    switch (command->kind) {
    case AT_MAESTRO_LAUNCH_APP:
    case AT_MAESTRO_STOP_APP:
    case AT_MAESTRO_KILL_APP:
    case AT_MAESTRO_CLEAR_STATE:
        return command->app_id;
    case AT_MAESTRO_OPEN_LINK:
    case AT_MAESTRO_PRESS_KEY:
        return command->text;
    default:
        return command->point;
    }
}

static bool
is_edge(char c)
{
    return c == '-' || c == '_' || c == '.' || c == ' ';
}

static struct at_str
trim(struct at_str text)
{
    while (text.len > 0 && is_edge(text.ptr[0]))
        text = at_str_skip(text, 1);
    while (text.len > 0 && is_edge(text.ptr[text.len - 1]))
        text.len--;
    return text;
}

// Drop what file systems refuse, and write blanks and slashes as "_".
static void
sanitize(struct at_str text, struct at_buf *out)
{
    char last = '\0';
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (c == '/' || c == '\\' || c == ' ' || (c >= '\t' && c <= '\r'))
            c = '_';
        bool refused = (unsigned char)c < 0x20 || c == 0x7f || c == '<' ||
                       c == '>' || c == ':' || c == '"' || c == '|' ||
                       c == '?' || c == '*';
        if (refused || ((c == '_' || c == '-') && c == last))
            continue;
        at_buf_add_char(out, c);
        last = c;
    }
}

void
at_maestro_step_stem(uint32_t sequence,
                     const struct at_maestro_command *command,
                     struct at_buf *out)
{
    struct at_buf slug = AT_BUF_INIT(AT_MAESTRO_TEXT_MAX_BYTES);
    struct at_buf argument = AT_BUF_INIT(AT_MAESTRO_TEXT_MAX_BYTES);
    size_t i = find_row(command);
    const char *type = i < AT_LEN(rows) ? rows[i].type : usual_name(command);
    at_buf_add_text(&slug, is_of_point(command) ? "tapOnPointV2" : type);
    sanitize(argument_of(command), &argument);
    struct at_str words = trim(at_buf_str(&argument));
    if (words.len > 0)
        at_buf_add_fmt(&slug, "-%.*s", AT_STR_ARG(words));
    words = trim(at_utf8_head(at_buf_str(&slug), SLUG_MAX));
    at_buf_add_fmt(out, "step-%03u-%.*s", (unsigned)sequence + 1,
                   AT_STR_ARG(words));
    at_buf_deinit(&argument);
    at_buf_deinit(&slug);
}

const struct at_maestro_file_type *
at_maestro_file_type(const char *path)
{
    static const struct at_maestro_file_type types[] = {
        {".png", "image/png"},         {".jpg", "image/jpeg"},
        {".jpeg", "image/jpeg"},       {".mp4", "video/mp4"},
        {".json", "application/json"}, {".txt", "text/plain"},
        {".log", "text/plain"},
    };
    static const struct at_maestro_file_type unknown = {
        "", "application/octet-stream"};
    for (size_t i = 0; i < AT_LEN(types); i++) {
        if (at_str_ends(at_str(path), at_str(types[i].ending)))
            return &types[i];
    }
    return &unknown;
}
