#define _XOPEN_SOURCE 700 // realpath()
#include "tests/unit/maestro/script_rig.h"

#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits_script.h"
#include "sys/clock.h"
#include "tests/t.h"

static void
take_line(void *user, struct at_str level, struct at_str text)
{
    struct script_rig *rig = user;
    at_buf_add_fmt(&rig->lines, "%.*s: %.*s\n", AT_STR_ARG(level),
                   AT_STR_ARG(text));
}

// build/tests/NAME_test is two folders below build/agentest-script.
static char *
program_of_build(void)
{
    char self[4096];
    ssize_t len = readlink("/proc/self/exe", self, sizeof(self) - 1);
    T_OK(len > 0);
    self[len] = '\0';
    for (int i = 0; i < 2; i++)
        *strrchr(self, '/') = '\0';
    return at_strfmt("%s/agentest-script", self);
}

void
script_rig_init(struct script_rig *rig,
                const struct at_maestro_script_opts *more)
{
    const struct at_maestro_scope_opts scope = {0};
    struct at_maestro_script_opts opts = {0};
    *rig = (struct script_rig){.lines = AT_BUF_INIT(4 * AT_MIB)};
    rig->program = program_of_build();
    if (more)
        opts = *more;
    opts.program = rig->program;
    opts.line = take_line;
    opts.user = rig;
    opts.seed = opts.seed ? opts.seed : 1;
    rig->scope = at_maestro_scope_new(&scope, NULL);
    rig->script = at_maestro_script_new(&opts);
    at_maestro_scope_set_engine(rig->scope,
                                at_maestro_script_engine(rig->script));
}

void
script_rig_deinit(struct script_rig *rig)
{
    at_maestro_script_free(rig->script);
    at_maestro_scope_free(rig->scope);
    at_buf_deinit(&rig->lines);
    free(rig->program);
}

static const char *
show(struct script_rig *rig, bool ok, const struct at_buf *out)
{
    snprintf(rig->shown, sizeof(rig->shown), "%s",
             ok ? at_buf_text(out) : rig->err.msg);
    return rig->shown;
}

static struct at_op
soon(void)
{
    return (struct at_op){at_now_ns() + 50000 * AT_NS_PER_MS, NULL};
}

const char *
script_rig_eval(struct script_rig *rig, const char *script)
{
    const struct at_op op = soon();
    struct at_buf text = AT_BUF_INIT(AT_MAESTRO_TEXT_MAX_BYTES);
    struct at_buf out = AT_BUF_INIT(AT_MAESTRO_TEXT_MAX_BYTES);
    rig->err = (struct at_err)AT_ERR_INIT;
    at_buf_add_fmt(&text, "${%s}", script);
    bool ok =
        at_maestro_expand(&op, rig->scope, at_buf_str(&text), &out, &rig->err);
    show(rig, ok, &out);
    at_buf_deinit(&text);
    at_buf_deinit(&out);
    return rig->shown;
}

const char *
script_rig_engine(struct script_rig *rig, const char *script)
{
    const struct at_op op = soon();
    const struct at_maestro_engine *engine =
        at_maestro_script_engine(rig->script);
    struct at_buf out = AT_BUF_INIT(AT_MAESTRO_TEXT_MAX_BYTES);
    rig->err = (struct at_err)AT_ERR_INIT;
    bool ok = engine->evaluate(&op, engine->user, rig->scope, at_str(script),
                               &out, &rig->err);
    show(rig, ok, &out);
    at_buf_deinit(&out);
    return rig->shown;
}

const char *
script_rig_file(struct script_rig *rig, const char *path, const char *source)
{
    const struct at_op op = soon();
    const struct at_buf none = AT_BUF_INIT(1);
    rig->err = (struct at_err)AT_ERR_INIT;
    const struct at_maestro_source file = {.path = at_str(path),
                                           .text = at_str(source)};
    bool ok = at_maestro_scope_run(&op, rig->scope, &file, &rig->err);
    return show(rig, ok, &none);
}

void
script_rig_define(struct script_rig *rig, const char *name, const char *value)
{
    T_OK(at_maestro_scope_set(rig->scope, at_str(name), at_str(value), false,
                              NULL));
}
