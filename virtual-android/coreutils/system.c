// id, date, uname, df, sleep, sh, which and the like
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/limits_virtual.h"
#include "sys/clock.h"
#include "virtual-android/coreutils/coreutils.h"
#include "virtual-android/files.h"
#include "virtual-android/shell/shell.h"

// "1", "0.5" or "2m". Returns false, with a message, if it is not a time.
static bool
parse_seconds(struct vd_call *call, const char *text, int64_t *out_ms)
{
    static const char units[] = "smhd";
    static const int64_t factors[] = {1, 60, 3600, 86400};
    struct at_str rest = at_str(text);
    struct at_str whole = {0};
    int64_t factor = 1;
    int64_t seconds = 0;
    int64_t ms = 0;
    const char *unit = rest.len ? strchr(units, rest.ptr[rest.len - 1]) : NULL;
    if (unit) {
        factor = factors[unit - units];
        rest.len--;
    }
    at_str_next(&rest, '.', &whole);
    bool ok = (whole.len == 0 && rest.len > 0) ||
              at_str_to_i64(whole, 0, INT32_MAX, &seconds);
    for (size_t i = 0; ok && i < 3; i++) {
        char c = i < rest.len ? rest.ptr[i] : '0';
        ok = c >= '0' && c <= '9';
        ms = ms * 10 + (c - '0');
    }
    *out_ms = (seconds * 1000 + ms) * factor;
    if (!ok)
        vd_errf(call, "sleep: bad number '%s'\n", text);
    return ok;
}

int
vd_run_sleep(struct vd_call *call)
{
    int64_t ms = 0;
    if (call->argc < 2) {
        vd_errf(call, "sleep: Needs 1 argument\n");
        return 1;
    }
    if (!parse_seconds(call, call->argv[1], &ms))
        return 1;
    return !vd_wait(call, ms);
}

int
vd_run_whoami(struct vd_call *call)
{
    vd_outf(call, "%s\n", call->user);
    return 0;
}

int
vd_run_id(struct vd_call *call)
{
    struct vd_flags flags;
    bool shell = strcmp(call->user, "shell") == 0;
    unsigned uid = shell ? 2000 : strcmp(call->user, "root") == 0 ? 0 : 10001;
    if (!vd_flags_scan(&flags, call, "ungG"))
        return 1;
    bool name = vd_flags_have(&flags, "n");
    bool brief = vd_flags_have(&flags, "ugG");
    if (brief && name)
        vd_outf(call, "%s\n", call->user);
    else if (brief)
        vd_outf(call, "%u\n", uid);
    else
        vd_outf(call,
                "uid=%u(%s) gid=%u(%s) groups=%u(%s)%s "
                "context=u:r:%s:s0\n",
                uid, call->user, uid, call->user, uid, call->user,
                shell ? ",1004(input),1007(log),1011(adb),1015(sdcard_rw),"
                        "1028(sdcard_r),3003(inet)"
                      : "",
                shell ? "shell" : "runas_app");
    return 0;
}

// A strftime format with date's %N and %3N for fractions of a second.
static void
add_date(struct at_buf *out, const char *fmt, int64_t now_ms)
{
    time_t seconds = (time_t)(now_ms / 1000);
    struct tm parts;
    if (!gmtime_r(&seconds, &parts))
        return;
    for (; *fmt; fmt++) {
        char piece[8] = {'%', '\0', '\0'};
        char text[128];
        if (*fmt != '%' || !fmt[1]) {
            at_buf_add_char(out, *fmt);
            continue;
        }
        piece[1] = *++fmt;
        if (*fmt == 's') {
            at_buf_add_fmt(out, "%lld", (long long)seconds);
        } else if (*fmt == 'N') {
            at_buf_add_fmt(out, "%09lld", (long long)(now_ms % 1000 * 1000000));
        } else if (*fmt == '3' && fmt[1] == 'N') {
            fmt++;
            at_buf_add_fmt(out, "%03lld", (long long)(now_ms % 1000));
        } else if (strchr("aAbBcCdDeFgGhHIjklmMnprRStTuUVwWxXyYzZ%", *fmt) &&
                   strftime(text, sizeof(text), piece, &parts) > 0) {
            at_buf_add_text(out, text);
        }
    }
}

int
vd_run_date(struct vd_call *call)
{
    struct vd_flags flags;
    struct at_buf out = AT_BUF_INIT(64 * AT_KIB);
    const char *fmt = "%a %b %e %H:%M:%S GMT %Y";
    if (!vd_flags_scan(&flags, call, "ud:s:"))
        return 1;
    const char *word =
        flags.first < call->argc ? call->argv[flags.first] : NULL;
    if (word && word[0] != '+') {
        vd_errf(call, "date: cannot set date: Operation not permitted\n");
        return 1;
    }
    add_date(&out, word ? word + 1 : fmt, at_wall_now_ms());
    at_buf_add_char(&out, '\n');
    vd_out(call, at_buf_str(&out));
    at_buf_deinit(&out);
    return 0;
}

int
vd_run_uname(struct vd_call *call)
{
    static const struct {
        char letter;
        const char *text;
    } rows[] = {
        {'s', "Linux"},          {'n', "localhost"}, {'r', "6.1.0"},
        {'v', "#1 SMP PREEMPT"}, {'m', "x86_64"},    {'o', "Toybox"},
    };
    struct vd_flags flags;
    const char *blank = "";
    if (!vd_flags_scan(&flags, call, "asnrvmo"))
        return 1;
    const char *set = flags.set[0] ? flags.set : "s";
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        if (!strchr(set, rows[i].letter) && !strchr(set, 'a'))
            continue;
        vd_outf(call, "%s%s", blank, rows[i].text);
        blank = " ";
    }
    vd_outf(call, "\n");
    return 0;
}

int
vd_run_df(struct vd_call *call)
{
    static const char *const mounts[][2] = {
        {"/dev/block/dm-0", "/"},
        {"/dev/block/dm-5", "/data"},
        {"/dev/fuse", "/storage/emulated"},
    };
    vd_outf(call, "Filesystem      1K-blocks    Used Available Use%% "
                  "Mounted on\n");
    for (size_t i = 0; i < AT_LEN(mounts); i++)
        vd_outf(call, "%-15s   6082144 1204112   4861648  20%% %s\n",
                mounts[i][0], mounts[i][1]);
    return 0;
}

static bool
is_in_every_environment(const char *name)
{
    static const char *const names[] = {"EXTERNAL_STORAGE", "HOME", "TMPDIR",
                                        "USER"};
    for (size_t i = 0; i < AT_LEN(names); i++) {
        if (strcmp(names[i], name) == 0)
            return true;
    }
    return false;
}

int
vd_run_env(struct vd_call *call)
{
    vd_outf(call,
            "EXTERNAL_STORAGE=/sdcard\nHOME=/\nLOGNAME=%s\n"
            "PATH=/product/bin:/apex/com.android.runtime/bin:/system/bin:"
            "/vendor/bin\nSHELL=/bin/sh\nTMPDIR=/data/local/tmp\nUSER=%s\n",
            call->user, call->user);
    for (const struct vd_var *at = call->vars; at; at = at->next) {
        if (at->exported && !is_in_every_environment(at->name))
            vd_outf(call, "%s=%s\n", at->name, at->value);
    }
    return 0;
}

int
vd_run_pwd(struct vd_call *call)
{
    vd_outf(call, "%s\n", call->cwd);
    return 0;
}

int
vd_run_which(struct vd_call *call)
{
    bool type = strcmp(call->argv[0], "type") == 0;
    int status = 0;
    for (int i = 1; i < call->argc; i++) {
        const char *name = call->argv[i];
        if (vd_command_find(call->io, name)) {
            vd_outf(call, "%s%s/system/bin/%s\n", type ? name : "",
                    type ? " is " : "", name);
            continue;
        }
        if (type)
            vd_errf(call, "%s not found\n", name);
        status = 1;
    }
    return status;
}

int
vd_run_sh(struct vd_call *call)
{
    struct vd_scan scan = vd_scan(call, "c:exul");
    struct vd_device *device = call->device;
    struct at_buf text = AT_BUF_INIT(VD_SHELL_LINE_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    const char *line = NULL;
    int letter;
    while (!line && (letter = vd_scan_next(&scan))) {
        if (letter == '?')
            return 2;
        if (letter == 'c')
            line = scan.value;
    }
    if (!line && scan.at == call->argc)
        return vd_shell_interactive(device, call->io, call->user);
    if (!line) {
        char *path = vd_files_join(call->cwd, call->argv[scan.at]);
        if (vd_files_read(call->io->files, path, &text, &err))
            line = at_buf_text(&text);
        else
            vd_errf(call, "sh: %s\n", err.msg);
        free(path);
    }
    int status =
        line ? vd_shell_run_in(device, call->io, call->user, call->cwd, line)
             : 127;
    at_buf_deinit(&text);
    return status;
}

int
vd_run_basename(struct vd_call *call)
{
    if (call->argc < 2) {
        vd_errf(call, "basename: Needs 1 argument\n");
        return 1;
    }
    struct at_str path = at_str(call->argv[1]);
    while (path.len > 1 && path.ptr[path.len - 1] == '/')
        path.len--;
    struct at_str name = path;
    for (size_t i = path.len; i > 0; i--) {
        if (path.ptr[i - 1] == '/' && i < path.len) {
            name = at_str_skip(path, i);
            break;
        }
    }
    struct at_str end = at_str(call->argc > 2 ? call->argv[2] : "");
    if (end.len < name.len && at_str_ends(name, end))
        name.len -= end.len;
    vd_outf(call, "%.*s\n", AT_STR_ARG(name));
    return 0;
}

int
vd_run_dirname(struct vd_call *call)
{
    for (int i = 1; i < call->argc; i++) {
        struct at_str path = at_str(call->argv[i]);
        while (path.len > 1 && path.ptr[path.len - 1] == '/')
            path.len--;
        while (path.len > 0 && path.ptr[path.len - 1] != '/')
            path.len--;
        while (path.len > 1 && path.ptr[path.len - 1] == '/')
            path.len--;
        vd_outf(call, "%.*s\n", AT_STR_ARG(path.len ? path : AT_STR(".")));
    }
    return call->argc < 2;
}

// "toybox NAME ..." runs NAME; "toybox" lists the programs.
int
vd_run_toybox(struct vd_call *call)
{
    if (call->argc < 2) {
        for (const struct vd_command *at = vd_shell_commands; at->name; at++)
            vd_outf(call, "%s\n", at->name);
        return 0;
    }
    struct vd_call inner = *call;
    const struct vd_command *command = vd_command_find(call->io, call->argv[1]);
    inner.argc--;
    inner.argv++;
    if (command)
        return command->run(&inner);
    vd_errf(call, "toybox: Unknown command %s\n", call->argv[1]);
    return 127;
}
