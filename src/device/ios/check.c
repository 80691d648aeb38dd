// check.c: doctor's checks for iOS simulators
#include <stdio.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/ios/parse_xcodebuild.h"
#include "device/ios/run_axe.h"
#include "device/ios/sim.h"
#include "device/ios/simctl.h"
#include "sys/clock.h"

enum { ASK_MS = 10000 }; // a cold xcodebuild takes seconds

// Run argv and return the start of its output; false if it failed.
static bool
ask(const struct at_platform_call *call, const char *const *argv,
    struct at_buf *out, struct at_err *err)
{
    struct at_op op = at_op_sub(call->op, at_now_ns(), ASK_MS);
    const struct at_proc_opts opts = {.argv = argv, .listener = call->listener};
    struct at_proc_result result;
    at_proc_result_init(&result, AT_SIMCTL_OUTPUT_MAX_BYTES);
    bool ok = at_proc_run(&op, &opts, &result, err);
    if (ok && result.exit_status != 0)
        ok = at_fail(err, AT_EDEVICE, "it ended with status %d: %.*s",
                     result.exit_status,
                     AT_STR_ARG(at_utf8_head(
                         at_str_trim(at_buf_str(&result.err)), 300)));
    if (ok)
        at_buf_add_str(out, at_utf8_head(at_buf_str(&result.out), out->max));
    at_proc_result_deinit(&result);
    return ok;
}

static void
set_missing(struct at_check *check, const char *text, const char *remedy)
{
    check->level = AT_CHECK_MISSING;
    at_str_cut(check->text, sizeof(check->text), at_str(text));
    at_str_cut(check->remedy, sizeof(check->remedy), at_str(remedy));
}

// Check a program in PATH. Returns false if it is set as missing.
static bool
find(const char *program, struct at_check *check)
{
    char text[80];
    char *path = at_proc_find(program);
    if (!path) {
        snprintf(text, sizeof(text), "'%s' is not in PATH", program);
        set_missing(check, text, at_xcode_remedy());
        return false;
    }
    at_str_cut(check->path, sizeof(check->path), at_str(path));
    free(path);
    return true;
}

static void
set_bad(struct at_check *check, const struct at_err *why, const char *remedy)
{
    check->level = AT_CHECK_BAD;
    at_str_cut(check->text, sizeof(check->text), at_str(why->msg));
    at_str_cut(check->remedy, sizeof(check->remedy), at_str(remedy));
}

// Parse "xcrun version 70."
static struct at_str
xcrun_version(struct at_str text)
{
    static const struct at_str words = AT_STR_ROW("xcrun version ");
    text = at_str_trim(text);
    if (!at_str_starts(text, words))
        return AT_STR("");
    text = at_str_skip(text, words.len);
    return at_str_ends(text, AT_STR(".")) ? at_str_head(text, text.len - 1)
                                          : text;
}

static size_t
count_booted(const struct at_sim_list *list)
{
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++)
        count += list->sims[i].is_ios && at_sim_is_booted(&list->sims[i]);
    return count;
}

static void
check_simctl(const struct at_platform_call *call, struct at_check *out)
{
    static const char *const version[] = {"xcrun", "--version", NULL};
    struct at_buf text = AT_BUF_INIT(200);
    struct at_op op = at_op_sub(call->op, at_now_ns(), ASK_MS);
    const struct at_platform_call sub = {&op, call->listener};
    struct at_err why = AT_ERR_INIT;
    struct at_sim_list list = {0};
    *out = (struct at_check){.name = "xcrun/simctl"};
    if (!find("xcrun", out))
        return;
    if (ask(call, version, &text, NULL))
        at_str_cut(out->version, sizeof(out->version),
                   xcrun_version(at_buf_str(&text)));
    if (!at_simctl_list(&sub, &list, &why)) {
        set_bad(out, &why, at_xcode_remedy());
        if (why.code == AT_ENOTOOL)
            out->level = AT_CHECK_MISSING;
    } else {
        snprintf(out->text, sizeof(out->text),
                 "%zu simulators, %zu of them booted", list.count,
                 count_booted(&list));
    }
    at_sim_list_deinit(&list);
    at_buf_deinit(&text);
}

static void
check_xcodebuild(const struct at_platform_call *call, struct at_check *out)
{
    static const char *const version[] = {"xcodebuild", "-version", NULL};
    struct at_buf text = AT_BUF_INIT(200);
    struct at_err why = AT_ERR_INIT;
    *out = (struct at_check){.name = "xcodebuild"};
    if (!find("xcodebuild", out))
        return;
    if (!ask(call, version, &text, &why)) {
        set_bad(out, &why, at_xcode_remedy());
    } else {
        struct at_str number = at_xcodebuild_version(at_buf_str(&text));
        at_str_cut(out->version, sizeof(out->version), number);
        snprintf(out->text, sizeof(out->text), "Xcode %.*s",
                 AT_STR_ARG(number));
    }
    at_buf_deinit(&text);
}

static void
check_axe(const struct at_platform_call *call, struct at_check *out)
{
    struct at_buf text = AT_BUF_INIT(200);
    struct at_err why = AT_ERR_INIT;
    char *path = NULL;
    *out = (struct at_check){.name = "AXe"};
    if (!at_axe_find(&path, &why)) {
        set_missing(out, why.msg, "on the Mac: " AT_AXE_REMEDY);
        return;
    }
    const char *const version[] = {path, "--version", NULL};
    at_str_cut(out->path, sizeof(out->path), at_str(path));
    if (!ask(call, version, &text, &why)) {
        set_bad(out, &why, "install it anew: " AT_AXE_REMEDY);
    } else {
        struct at_str number = at_str_trim(at_buf_str(&text));
        at_str_cut(out->version, sizeof(out->version), number);
        snprintf(out->text, sizeof(out->text), "AXe %.*s", AT_STR_ARG(number));
    }
    free(path);
    at_buf_deinit(&text);
}

size_t
at_ios_check(const struct at_platform_call *call, struct at_check *out)
{
    static void (*const rows[])(const struct at_platform_call *,
                                struct at_check *) = {
        check_simctl,
        check_xcodebuild,
        check_axe,
    };

    for (size_t i = 0; i < AT_LEN(rows); i++)
        rows[i](call, &out[i]);
    return AT_LEN(rows);
}
