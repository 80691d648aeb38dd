#include "tests/unit/tester/tool_runner_run.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/folder.h"
#include "wire/json.h"

static const char *
variable(void *user, const char *name)
{
    (void)user;
    return at_str_is(at_str(name), "SECRET_PIN") ? "sesame" : NULL;
}

static void
guarded(void *user, const char *what)
{
    struct hands_run *run = user;
    at_buf_add_fmt(&run->guarded, "%s%s", run->guarded.len ? "; " : "", what);
}

static void
saved(void *user, const char *kind, const char *path, int64_t began_ms)
{
    struct hands_run *run = user;
    at_buf_add_fmt(&run->saved, "%s%s %s", run->saved.len ? "; " : "", kind,
                   path);
    if (began_ms > 0)
        at_buf_add_fmt(&run->saved, " %lld", (long long)began_ms);
}

static json_t *
parse(const char *text)
{
    char *copy = at_strdup(text);
    for (char *c = copy; *c; c++) {
        if (*c == '\'')
            *c = '"';
    }
    json_t *json = json_loads(copy, 0, NULL);
    free(copy);
    at_assert(json);
    return json;
}

static void
init(struct hands_run *run, const struct fake_frame *frames, size_t count,
     const char *step)
{
    struct at_argv names = AT_ARGV_INIT;
    *run = (struct hands_run){.op = {AT_NEVER_NS, NULL},
                              .guarded = AT_BUF_INIT(64 * AT_KIB),
                              .saved = AT_BUF_INIT(64 * AT_KIB),
                              .folder = "/tmp/at-hands-XXXXXX"};
    at_assert(mkdtemp(run->folder));
    json_t *json = json_pack("{s:s,s:s,s:[s]}", "goal", "Try it", "packageName",
                             "com.ex", "steps", step);
    at_assert(at_scenario_read(json, &run->scenario, NULL));
    json_decref(json);
    at_argv_add(&names, "pin");
    at_assert(at_secrets_new(&names, variable, NULL, &run->secrets, NULL));
    at_argv_deinit(&names);
    at_tester_config_start(&run->config);
    run->config.screenshots = false;
    fake_init(&run->fake, frames, count);
    const struct at_tool_runner_opts opts = {
        .run = {.device = &run->fake.base,
                .scenario = &run->scenario,
                .config = &run->config,
                .secrets = run->secrets,
                .folder = run->folder},
        .marker = "MARK",
        .saved = saved,
        .guarded = guarded,
        .user = run,
    };
    run->runner = at_tool_runner_new(&opts);
    at_agent_tool_result_init(&run->result);
    at_recipe_init(&run->recipe);
}

void
hands_init(struct hands_run *run, const struct fake_frame *frames, size_t count)
{
    init(run, frames, count, "Log in with {{pin}}");
}

void
hands_init_open(struct hands_run *run, const struct fake_frame *frames,
                size_t count)
{
    init(run, frames, count, "Log in");
}

void
hands_deinit(struct hands_run *run)
{
    at_agent_tool_result_deinit(&run->result);
    at_recipe_deinit(&run->recipe);
    at_tool_runner_free(run->runner);
    at_secrets_free(run->secrets);
    at_scenario_deinit(&run->scenario);
    at_buf_deinit(&run->guarded);
    at_buf_deinit(&run->saved);
    at_assert(at_folder_remove(run->folder, NULL));
    fake_deinit(&run->fake);
}

void
hands_call(struct hands_run *run, enum at_agent_tool tool, const char *args)
{
    json_t *json = parse(args);
    struct at_err why = AT_ERR_INIT;
    at_assert(at_agent_tool_check(tool, json, &why));
    const struct at_tool_runner_use use = {
        .tool = tool,
        .args = json,
        .recorded = at_recipe_add(&run->recipe, tool, json, 0)};
    at_agent_tool_result_deinit(&run->result);
    run->err = (struct at_err)AT_ERR_INIT;
    run->ok = at_tool_runner_call(&run->op, run->runner, &use, &run->result,
                                  &run->err);
    json_decref(json);
    if (getenv("HANDS_PRINT"))
        printf("%s\n%s\n", hands_text(run), hands_screen(run));
}

const char *
hands_text(const struct hands_run *run)
{
    return at_buf_text(&run->result.text);
}

const char *
hands_screen(const struct hands_run *run)
{
    return at_buf_text(&run->result.screen);
}
