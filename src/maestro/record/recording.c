#include "maestro/record/recording.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "maestro/expand.h"
#include "maestro/read/commands.h"
#include "maestro/record/hide.h"
#include "maestro/record/line.h"
#include "maestro/write/flow_text.h"

enum { NUMBERS_MAX = 99 };

struct at_maestro_recording *
at_maestro_recording_new(const char *app_id)
{
    struct at_maestro_recording *recording = at_alloc(sizeof(*recording));
    recording->count = 0;
    recording->steps = 0;
    recording->secret_count = 0;
    at_maestro_workspace_init(&recording->ws, &at_maestro_disk, NULL);
    recording->app_id =
        at_arena_dup(&recording->ws.arena, at_str(app_id ? app_id : ""));
    return recording;
}

void
at_maestro_recording_free(struct at_maestro_recording *recording)
{
    if (!recording)
        return;
    at_maestro_workspace_deinit(&recording->ws);
    free(recording);
}

bool
at_maestro_recording_give(struct at_maestro_recording *recording,
                          const char *word, struct at_err *err)
{
    struct at_arena *arena = &recording->ws.arena;
    struct at_str all = at_str(word);
    ptrdiff_t at = at_str_find(all, AT_STR("="));
    struct at_str name = at_str_head(all, at < 0 ? 0 : (size_t)at);
    struct at_str plain;
    if (!at_maestro_plain_name(name, &plain))
        return at_fail(err, AT_EUSAGE,
                       "--env takes NAME=VALUE, and a NAME of letters, digits "
                       "and _, as in ${NAME}");
    if (recording->secret_count == AT_MAESTRO_SECRETS_MAX)
        return at_fail(err, AT_EUSAGE, "at most %d variables",
                       AT_MAESTRO_SECRETS_MAX);
    struct at_maestro_secret secret = at_maestro_secret_of(
        arena, at_arena_dup(arena, plain),
        at_arena_dup(arena, at_str_skip(all, name.len + 1)));
    secret.is_given = true;
    recording->secrets[recording->secret_count++] = secret;
    return true;
}

bool
at_maestro_recording_needs(const struct at_maestro_recording *recording,
                           const struct at_maestro_secret *secret)
{
    struct at_buf variable = AT_BUF_INIT(AT_KIB);
    bool needs = !secret->is_given;
    at_buf_add_fmt(&variable, "${%.*s}", AT_STR_ARG(secret->name));
    for (size_t i = 0; i < recording->count && !needs; i++)
        needs = at_str_has(recording->rows[i].text, at_buf_str(&variable));
    at_buf_deinit(&variable);
    return needs;
}

void
at_maestro_recording_launch(struct at_maestro_recording *recording,
                            bool clear_state)
{
    struct at_maestro_command *command = &recording->rows[recording->count++];
    at_maestro_command_init("launchApp", command);
    command->app_id = recording->app_id;
    command->clear_state = clear_state;
}

// The recorder has started the app; so may the first thing be that an agent
// does.
static bool
is_second_launch(const struct at_maestro_recording *recording,
                 const struct at_maestro_command *command)
{
    return recording->count == 1 && command->kind == AT_MAESTRO_LAUNCH_APP &&
           recording->rows[0].kind == AT_MAESTRO_LAUNCH_APP &&
           at_str_eq(command->app_id, recording->rows[0].app_id);
}

static const struct at_maestro_secret *
find_secret(const struct at_maestro_recording *recording, struct at_str name)
{
    for (size_t i = 0; i < recording->secret_count; i++) {
        if (at_str_eq(recording->secrets[i].name, name))
            return &recording->secrets[i];
    }
    return NULL;
}

static const struct at_maestro_secret *
find_given(const struct at_maestro_recording *recording, struct at_str value)
{
    for (size_t i = 0; i < recording->secret_count; i++) {
        const struct at_maestro_secret *secret = &recording->secrets[i];
        if (secret->is_given && at_str_eq(secret->value, value))
            return secret;
    }
    return NULL;
}

// Keep a secret under its name, that by which it was given, or under one with a
// number if that has another value. Returns the name.
static struct at_str
keep_secret(struct at_maestro_recording *recording, struct at_str name,
            struct at_str value)
{
    struct at_arena *arena = &recording->ws.arena;
    const struct at_maestro_secret *given = find_given(recording, value);
    struct at_str free_name = given ? given->name : name;
    for (int n = 2; n < NUMBERS_MAX; n++) {
        const struct at_maestro_secret *old = find_secret(recording, free_name);
        if (old && at_str_eq(old->value, value))
            return free_name;
        if (!old)
            break;
        struct at_buf text = AT_BUF_INIT(AT_KIB);
        at_buf_add_fmt(&text, "%.*s_%d", AT_STR_ARG(name), n);
        free_name = at_arena_dup(arena, at_buf_str(&text));
        at_buf_deinit(&text);
    }
    if (recording->secret_count < AT_MAESTRO_SECRETS_MAX)
        recording->secrets[recording->secret_count++] =
            at_maestro_secret_of(arena, free_name, value);
    return free_name;
}

static void
rename_secret(struct at_maestro_recording *recording,
              const struct at_maestro_line *line,
              struct at_maestro_commands *commands)
{
    struct at_arena *arena = &recording->ws.arena;
    struct at_str old = at_maestro_variable(arena, line->secret_name);
    struct at_str name =
        keep_secret(recording, line->secret_name, line->secret);
    for (size_t i = 0; i < commands->count; i++) {
        if (at_str_eq(commands->rows[i].text, old))
            commands->rows[i].text = at_maestro_variable(arena, name);
    }
}

static bool
is_typing(const struct at_maestro_command *command)
{
    return command->kind == AT_MAESTRO_INPUT_TEXT &&
           !at_str_starts(command->text, AT_STR("${"));
}

// Key after key of an on-screen keyboard is one text. Return false if command
// does not go on with the one before it.
static bool
goes_on(struct at_maestro_recording *recording,
        const struct at_maestro_command *command)
{
    struct at_maestro_command *last =
        recording->count > 0 ? &recording->rows[recording->count - 1] : NULL;
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    if (!last || !is_typing(last) || !is_typing(command))
        return false;
    at_buf_add_str(&text, last->text);
    at_buf_add_str(&text, command->text);
    last->text = at_arena_dup(&recording->ws.arena, at_buf_str(&text));
    at_buf_deinit(&text);
    return true;
}

// Take the secrets out of the commands of a line, and drop assertions about
// them. Only one that we have proposed may go without a word.
static void
hide_in_all(struct at_maestro_recording *recording,
            struct at_maestro_commands *commands, bool *inout_proposes,
            struct at_maestro_heard *out)
{
    size_t count = commands->count;
    commands->count = 0;
    for (size_t i = 0; i < count; i++) {
        struct at_maestro_command *row = &commands->rows[i];
        if (at_maestro_hide(recording, row))
            commands->rows[commands->count++] = *row;
        else if (*inout_proposes && i + 1 == count)
            *inout_proposes = false;
        else if (out->missing.len == 0)
            out->missing = AT_STR("an assertion about a secret");
    }
}

// Take over the commands of a line, and write them as the flow will.
static bool
take_over(struct at_maestro_recording *recording,
          struct at_maestro_commands commands, bool proposes,
          struct at_maestro_heard *out, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_MAESTRO_LINE_MAX_BYTES);
    if (commands.count > 0 && is_second_launch(recording, &commands.rows[0])) {
        commands.rows++;
        commands.count--;
    }
    bool is_step = commands.count > 0;
    hide_in_all(recording, &commands, &proposes, out);
    bool ok =
        (recording->count + commands.count <= AT_MAESTRO_RECORDED_MAX ||
         at_fail(err, AT_ELIMIT, "the recording has more than %d commands",
                 AT_MAESTRO_RECORDED_MAX)) &&
        at_maestro_commands_write(&commands, recording->app_id, &text, err);
    for (size_t i = 0; ok && i < commands.count; i++) {
        bool is_last = i + 1 == commands.count;
        if (goes_on(recording, &commands.rows[i]))
            continue;
        recording->is_proposed[recording->count] = proposes && is_last;
        recording->rows[recording->count++] = commands.rows[i];
    }
    recording->steps += ok && is_step;
    out->commands = at_arena_dup(&recording->ws.arena, at_buf_str(&text));
    at_buf_deinit(&text);
    return ok;
}

bool
at_maestro_recording_hear(struct at_maestro_recording *recording,
                          struct at_str text, struct at_maestro_heard *out,
                          struct at_err *err)
{
    struct at_arena *arena = &recording->ws.arena;
    struct at_maestro_problems problems = {0};
    const struct at_maestro_flow *flow = NULL;
    struct at_maestro_commands commands = {0};
    struct at_maestro_line line;
    if (!at_maestro_line_read(arena, text, &line, err))
        return false;
    if (recording->app_id.len == 0)
        recording->app_id = line.app_id;
    *out = (struct at_maestro_heard){line.program, {0}, line.missing};
    if (line.commands.len == 0)
        return true;
    const char *app_id =
        recording->app_id.len > 0 ? recording->app_id.ptr : "unknown";
    bool ok = at_maestro_read_text(&recording->ws, "recorded", line.commands,
                                   app_id, &flow, &problems);
    at_maestro_problems_deinit(&problems);
    if (!ok)
        return at_fail(err, AT_EPROTO, "a recorded step is not understood");
    commands = flow->commands;
    if (line.secret_name.len > 0)
        rename_secret(recording, &line, &commands);
    return take_over(recording, commands, line.proposes, out, err);
}

// Commands from before a secret was typed may have it as well.
static void
hide_secrets(struct at_maestro_recording *recording)
{
    size_t kept = 0;
    for (size_t i = 0; i < recording->count; i++) {
        bool keeps = at_maestro_hide(recording, &recording->rows[i]);
        recording->is_proposed[kept] = recording->is_proposed[i];
        recording->rows[kept] = recording->rows[i];
        kept += keeps;
    }
    recording->count = kept;
}

bool
at_maestro_recording_write(struct at_maestro_recording *recording,
                           struct at_buf *out, struct at_err *err)
{
    struct at_str names[AT_MAESTRO_SECRETS_MAX];
    size_t count = 0;
    hide_secrets(recording);
    for (size_t i = 0; i < recording->secret_count; i++) {
        if (at_maestro_recording_needs(recording, &recording->secrets[i]))
            names[count++] = recording->secrets[i].name;
    }
    const struct at_maestro_flow flow = {
        .app_id = recording->app_id,
        .secrets = {names, count},
        .commands = {recording->rows, recording->count},
    };
    if (count > 0)
        at_buf_add_text(out, "# To run it, give its secrets:");
    for (size_t i = 0; i < count; i++)
        at_buf_add_fmt(out, " --env %.*s=…", AT_STR_ARG(names[i]));
    if (count > 0)
        at_buf_add_char(out, '\n');
    return at_maestro_flow_write(&flow, out, err);
}

bool
at_maestro_recording_drop(struct at_maestro_recording *recording,
                          const struct at_maestro_flow *file, uint32_t line)
{
    size_t at = 0;
    while (at < file->commands.count &&
           file->commands.rows[at].place.line != line)
        at++;
    if (at >= recording->count || file->commands.count != recording->count ||
        !recording->is_proposed[at])
        return false;
    recording->count--;
    for (; at < recording->count; at++) {
        recording->rows[at] = recording->rows[at + 1];
        recording->is_proposed[at] = recording->is_proposed[at + 1];
    }
    return true;
}
