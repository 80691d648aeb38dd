#include "maestro/record/recording.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "maestro/read/commands.h"
#include "maestro/record/line.h"
#include "maestro/write/choose.h"
#include "maestro/write/flow_text.h"

// A shorter secret may stand in a text by chance.
enum { SECRET_PART_MIN = 4, NUMBERS_MAX = 99 };

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

void
at_maestro_recording_launch(struct at_maestro_recording *recording,
                            bool clear_state)
{
    struct at_maestro_command *command = &recording->rows[recording->count++];
    at_maestro_command_begin("launchApp", command);
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

// Keep a secret under its name, or under one with a number if that has another
// value. Returns the name.
static struct at_str
keep_secret(struct at_maestro_recording *recording, struct at_str name,
            struct at_str value)
{
    struct at_arena *arena = &recording->ws.arena;
    struct at_str free_name = name;
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
            (struct at_maestro_secret){free_name, value};
    return free_name;
}

static struct at_str
in_braces(struct at_arena *arena, struct at_str name)
{
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    at_buf_add_fmt(&text, "${%.*s}", AT_STR_ARG(name));
    struct at_str kept = at_arena_dup(arena, at_buf_str(&text));
    at_buf_deinit(&text);
    return kept;
}

static void
rename_secret(struct at_maestro_recording *recording,
              const struct at_maestro_line *line,
              struct at_maestro_commands *commands)
{
    struct at_arena *arena = &recording->ws.arena;
    struct at_str old = in_braces(arena, line->secret_name);
    struct at_str name =
        keep_secret(recording, line->secret_name, line->secret);
    for (size_t i = 0; i < commands->count; i++) {
        if (at_str_eq(commands->rows[i].text, old))
            commands->rows[i].text = in_braces(arena, name);
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
    recording->steps += ok && commands.count > 0;
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

static bool
tells(struct at_str text, struct at_str secret)
{
    if (secret.len == 0 || text.len == 0)
        return false;
    return secret.len < SECRET_PART_MIN ? at_str_eq(text, secret)
                                        : at_str_has(text, secret);
}

// Replace a secret in a text; returns the same text if it is not there.
static struct at_str
without(struct at_arena *arena, struct at_str text, struct at_str secret,
        struct at_str instead)
{
    struct at_buf out = AT_BUF_INIT(AT_MIB);
    struct at_str rest = text;
    if (!tells(text, secret))
        return text;
    for (;;) {
        ptrdiff_t at = at_str_find(rest, secret);
        if (at < 0)
            break;
        at_buf_add_str(&out, at_str_head(rest, (size_t)at));
        at_buf_add_str(&out, instead);
        rest = at_str_skip(rest, (size_t)at + secret.len);
    }
    at_buf_add_str(&out, rest);
    struct at_str kept = at_arena_dup(arena, at_buf_str(&out));
    at_buf_deinit(&out);
    return kept;
}

// Return the selector without a secret: itself, or a copy.
static const struct at_maestro_selector *
hide(struct at_arena *arena, const struct at_maestro_selector *selector,
     struct at_str secret)
{
    if (!selector)
        return NULL;
    struct at_maestro_selector *copy = at_arena_alloc(arena, sizeof(*copy));
    *copy = *selector;
    struct at_str pattern = at_maestro_pattern_of(arena, secret);
    copy->text = without(arena, copy->text, pattern, AT_STR(".*"));
    copy->id = without(arena, copy->id, pattern, AT_STR(".*"));
    copy->child_of = hide(arena, copy->child_of, secret);
    if (copy->contains_descendants_count == 1)
        copy->contains_descendants =
            hide(arena, copy->contains_descendants, secret);
    bool same = at_str_eq(copy->text, selector->text) &&
                at_str_eq(copy->id, selector->id) &&
                copy->child_of == selector->child_of &&
                copy->contains_descendants == selector->contains_descendants;
    return same ? selector : copy;
}

// Return false if nothing is left of the command.
static bool
hide_in_command(struct at_arena *arena, struct at_maestro_command *command,
                const struct at_maestro_secret *of)
{
    const struct at_maestro_condition *condition = &command->condition;
    struct at_str secret = of->value;
    command->selector = hide(arena, command->selector, secret);
    command->text =
        without(arena, command->text, secret, in_braces(arena, of->name));
    return hide(arena, condition->visible, secret) == condition->visible &&
           hide(arena, condition->not_visible, secret) ==
               condition->not_visible;
}

static void
hide_secrets(struct at_maestro_recording *recording)
{
    size_t kept = 0;
    for (size_t i = 0; i < recording->count; i++) {
        bool keeps = true;
        for (size_t k = 0; keeps && k < recording->secret_count; k++)
            keeps = hide_in_command(&recording->ws.arena, &recording->rows[i],
                                    &recording->secrets[k]);
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
    hide_secrets(recording);
    for (size_t i = 0; i < recording->secret_count; i++)
        names[i] = recording->secrets[i].name;
    const struct at_maestro_flow flow = {
        .app_id = recording->app_id,
        .secrets = {names, recording->secret_count},
        .commands = {recording->rows, recording->count},
    };
    if (recording->secret_count > 0)
        at_buf_add_text(out, "# To run it, give its secrets:");
    for (size_t i = 0; i < recording->secret_count; i++)
        at_buf_add_fmt(out, " --env %.*s=…",
                       AT_STR_ARG(recording->secrets[i].name));
    if (recording->secret_count > 0)
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
