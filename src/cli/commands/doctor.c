// doctor: check the tools that testing needs, or a project's flows
#include "cli/commands.h"

#include <string.h>

#include "cli/commands/doctor_flows.h"
#include "cli/invocation.h"
#include "cli/tool_check.h"
#include "commandline/check_table.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "wire/json.h"

// The limit for one platform: one that hangs takes no time from the others.
enum { PLATFORM_MS = 120000 };

static const char *const platform_names[] = {"ios", "android", NULL};

static json_t *
text_or_null(const char *text)
{
    return text && *text ? at_json_text(at_str(text)) : json_null();
}

// platform: NULL for both. A check that does not count is only shown.
static void
add_check(struct at_check_table *table, const char *platform, bool counts,
          const struct at_check *check)
{
    json_t *row = json_object();
    bool found = check->level != AT_CHECK_MISSING &&
                 (check->path[0] || check->level == AT_CHECK_OK);
    at_json_set_text(row, "check", check->name);
    at_json_set(row, "platform", text_or_null(platform));
    at_json_set_text(row, "level", at_check_level_name(check->level));
    at_json_set(row, "counts", json_boolean(counts));
    at_json_set(row, "found", json_boolean(found));
    at_json_set(row, "version", text_or_null(check->version));
    at_json_set(row, "path", text_or_null(check->path));
    at_json_set_text(row, "text", check->text);
    at_json_set(row, "remedy", text_or_null(check->remedy));
    json_array_append_new(table->rows, row);
    if (counts)
        at_check_table_count(table, check);
}

static bool
is_asked(const struct at_invocation *invocation,
         const struct at_platform *platform)
{
    const char *only = at_arguments_option(invocation->args, "--platform");
    return !only || strcmp(only, platform->name) == 0;
}

// A machine that tests Android needs no Xcode: a platform that is not on this
// system counts only if it was requested. If neither is here, Android counts:
// its tools run everywhere, and commands use it by default.
static bool
counts(const struct at_invocation *invocation,
       const struct at_platform *platform)
{
    const struct at_platform *const *all =
        at_device_pool_platforms(invocation->pool);
    bool any = false;
    for (size_t i = 0; all[i]; i++)
        any = any || all[i]->present();
    return platform->present() ||
           (!any && strcmp(platform->name, "android") == 0) ||
           at_arguments_have(invocation->args, "--platform");
}

static void
check_platform(struct at_invocation *invocation,
               const struct at_platform *platform, struct at_check_table *table)
{
    const struct at_op op = at_op_sub(invocation->op, at_now_ns(), PLATFORM_MS);
    struct at_platform_call tools = at_invocation_tools(invocation);
    struct at_check rows[AT_PLATFORM_CHECKS_MAX];
    bool count = counts(invocation, platform);
    at_command_run_progress(invocation->run, "checking %s", platform->name);
    tools.op = &op;
    size_t n = platform->check(&tools, rows);
    for (size_t i = 0; i < n; i++)
        add_check(table, platform->name, count, &rows[i]);
}

static bool
judge(struct at_invocation *invocation, const struct at_check_table *table,
      struct at_err *err)
{
    int bad = table->levels[AT_CHECK_BAD];
    int missing = table->levels[AT_CHECK_MISSING];
    at_invocation_set(invocation, "summary",
                      json_pack("{s:i, s:i, s:i, s:i}", "ok",
                                table->levels[AT_CHECK_OK], "warnings",
                                table->levels[AT_CHECK_WARN], "failed", bad,
                                "missing", missing));
    if (missing + bad > 0)
        at_invocation_next(invocation, "check again once that is done",
                           "doctor", NULL);
    if (missing > 0)
        return at_fail(err, AT_ENOTOOL,
                       "%d program%s that %s needed %s missing, the first is "
                       "%s: the list has its remedy",
                       missing, missing == 1 ? "" : "s",
                       missing == 1 ? "is" : "are", missing == 1 ? "is" : "are",
                       table->first_failed);
    if (bad > 0)
        return at_fail(err, AT_EDEVICE,
                       "%d check%s failed, the first is %s: the list has its "
                       "remedy",
                       bad, bad == 1 ? "" : "s", table->first_failed);
    at_invocation_next(invocation, "see the devices", "device", "list", NULL);
    return true;
}

static bool
check_tools(struct at_invocation *invocation, struct at_err *err)
{
    const struct at_platform *const *all =
        at_device_pool_platforms(invocation->pool);
    struct at_check_table table = at_check_table_new();
    struct at_check tools[AT_TOOL_CHECKS];
    at_invocation_set(invocation, "checks", table.rows);
    for (size_t i = 0; all[i]; i++) {
        if (is_asked(invocation, all[i]))
            check_platform(invocation, all[i], &table);
    }
    at_command_run_progress(invocation->run, "checking maestro and java");
    at_tool_check_all(invocation->op, at_command_run_tools(invocation->run),
                      tools);
    for (size_t i = 0; i < AT_TOOL_CHECKS; i++)
        add_check(&table, NULL, true, &tools[i]);
    return at_op_check(invocation->op, err) && judge(invocation, &table, err);
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    const char *path = at_arguments_option(invocation->args, "--maestro");
    if (!path)
        return check_tools(invocation, err);
    if (at_arguments_have(invocation->args, "--platform"))
        return at_fail(err, AT_EUSAGE,
                       "--maestro looks at flows, not at tools: leave out "
                       "--platform");
    return at_doctor_flows(invocation, path, err);
}

// Return true if text begins like the remedy, or has one of its commands.
static bool
repeats(struct at_str text, struct at_str remedy)
{
    enum { TELLING_BYTES = 12 };
    size_t len = 0;
    while (len < remedy.len && !strchr(",;:(`", remedy.ptr[len]))
        len++;
    struct at_str words = at_str_trim(at_str_head(remedy, len));
    if (words.len >= TELLING_BYTES && at_str_has(text, words))
        return true;
    ptrdiff_t from = at_str_find(remedy, AT_STR("`"));
    struct at_str rest =
        from < 0 ? AT_STR("") : at_str_skip(remedy, (size_t)from + 1);
    ptrdiff_t end = at_str_find(rest, AT_STR("`"));
    return end > 0 && at_str_has(text, at_str_head(rest, (size_t)end));
}

static void
print_check(const json_t *row, struct at_buf *out)
{
    struct at_str level = at_json_get_str(row, "level");
    struct at_str remedy = at_json_get_str(row, "remedy");
    bool absent = json_is_false(json_object_get(row, "counts"));
    if (absent)
        level = AT_STR("-");
    at_buf_add_fmt(out, "%-8.*s %-12.*s %s%.*s\n", AT_STR_ARG(level),
                   AT_STR_ARG(at_json_get_str(row, "check")),
                   absent ? "not on this system: " : "",
                   AT_STR_ARG(at_json_get_str(row, "text")));
    if (remedy.len > 0 && !absent &&
        !repeats(at_json_get_str(row, "text"), remedy))
        at_buf_add_fmt(out, "%-21s  %.*s\n", "", AT_STR_ARG(remedy));
}

static void
print(const json_t *data, struct at_buf *out)
{
    static const char *const counted[] = {"ok", "warnings", "failed",
                                          "missing"};
    const json_t *summary = json_object_get(data, "summary");
    size_t i;
    json_t *row;
    if (at_doctor_flows_print(data, out))
        return;
    json_array_foreach(json_object_get(data, "checks"), i, row)
        print_check(row, out);
    for (i = 0; summary && i < sizeof(counted) / sizeof(counted[0]); i++)
        at_buf_add_fmt(
            out, "%s%lld %s", i ? ", " : "",
            (long long)json_integer_value(json_object_get(summary, counted[i])),
            counted[i]);
    at_buf_add_text(out, summary ? "\n" : "");
}

const struct at_command at_cli_doctor = {
    .name = "doctor",
    .summary = "check that everything is there for testing",
    .about =
        "Each check says what was found, its version and path, and what to do. "
        "A platform\nwhose tools are not on this system is not a failure if "
        "the other one can be used.\nOnly `--runner maestro` needs maestro "
        "and java: without them there are warnings.\nWith --maestro the "
        "flows of a project are read instead, and each place is listed "
        "that\nends otherwise than in Maestro, with the reason.\nExit "
        "status: 0 all good, 1 a check failed or a flow differs, 127 a "
        "program is missing.",
    .options = AT_OPTIONS({.name = "--platform",
                           .value = "PLATFORM",
                           .choices = platform_names,
                           .help = "only what testing on it needs",
                           .absent = "both"},
                          {.name = "--maestro",
                           .value = "DIR",
                           .help = "look at the flows of this folder instead"}),
    .examples = AT_EXAMPLES(
        {"doctor --platform android", "adb, its server, the emulator; maestro"},
        {"doctor --maestro .maestro", "which flows run as in Maestro"},
        {"doctor --json",
         "the same as data, with versions, paths and remedies"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_NO_SESSION,
    .timeout_ms = AT_COMMAND_NO_TIMEOUT,
    .run = run,
    .print = print,
};
