#include "maestro/record/line.h"

#include "base/limits.h"
#include "maestro/write/flow_text.h"
#include "wire/json.h"

static bool
write_commands(const char *app_id, const struct at_maestro_take *take,
               json_t *line, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_MAESTRO_LINE_MAX_BYTES);
    const struct at_maestro_commands all = {
        (struct at_maestro_command *)take->rows, take->count};
    bool ok = at_maestro_commands_write(&all, at_str(app_id), &text, err);
    if (ok)
        at_json_set(line, "commands", at_json_text(at_buf_str(&text)));
    at_buf_deinit(&text);
    return ok;
}

bool
at_maestro_line_write(const char *program, const char *app_id,
                      const struct at_maestro_take *take, struct at_buf *out,
                      struct at_err *err)
{
    json_t *line = json_object();
    bool ok = write_commands(app_id, take, line, err);
    const char *missing =
        take->is_full ? "the step has too many inputs" : take->missing;
    at_json_set_text(line, "program", program);
    at_json_set_text(line, "app_id", app_id);
    if (missing)
        at_json_set_text(line, "missing", missing);
    if (take->proposes)
        at_json_set(line, "proposes", json_true());
    if (take->is_secret) {
        at_json_set(line, "secret_name", at_json_text(take->secret.name));
        at_json_set(line, "secret", at_json_text(take->secret.value));
    }
    ok = ok && ((at_json_write(line, out) && at_buf_add_char(out, '\n')) ||
                at_fail(err, AT_ELIMIT, "the recorded step is too long"));
    json_decref(line);
    return ok;
}

static struct at_str
member(struct at_arena *arena, const json_t *line, const char *name)
{
    return at_arena_dup(arena, at_json_get_str(line, name));
}

bool
at_maestro_line_read(struct at_arena *arena, struct at_str text,
                     struct at_maestro_line *out, struct at_err *err)
{
    json_t *line = at_json_parse(text, err);
    if (!json_is_object(line)) {
        json_decref(line);
        return at_fail(err, AT_EPROTO, "a recorded step is not understood");
    }
    *out = (struct at_maestro_line){
        .program = member(arena, line, "program"),
        .app_id = member(arena, line, "app_id"),
        .commands = member(arena, line, "commands"),
        .proposes = json_is_true(json_object_get(line, "proposes")),
        .missing = member(arena, line, "missing"),
        .secret_name = member(arena, line, "secret_name"),
        .secret = member(arena, line, "secret"),
    };
    json_decref(line);
    return true;
}
