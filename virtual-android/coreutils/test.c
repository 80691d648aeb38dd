// test and [: "! E", "-f X", "X = Y", "X -eq Y", joined by -a and -o
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "virtual-android/coreutils/coreutils.h"

struct expr {
    struct vd_call *call;
    char **at;
    char **end;
    bool bad;
};

static bool
file_test(struct expr *e, char kind, const char *path)
{
    struct stat info;
    char *host = kind == 'L' || kind == 'h' ? vd_host_link_path(e->call, path)
                                            : vd_host_path(e->call, path);
    bool there = path[0] && lstat(host, &info) == 0;
    free(host);
    if (!there)
        return false;
    switch (kind) {
    case 'f':
        return S_ISREG(info.st_mode);
    case 'd':
        return S_ISDIR(info.st_mode);
    case 's':
        return info.st_size > 0;
    case 'x':
        return (info.st_mode & 0111) != 0;
    case 'L':
    case 'h':
        return S_ISLNK(info.st_mode);
    }
    return true; // -e, -r, -w: every file can be read and written
}

static bool
compare_numbers(struct expr *e, const char *a, const char *op, const char *b,
                bool *out)
{
    static const char *const ops[] = {"-eq", "-ne", "-lt", "-le", "-gt", "-ge"};
    int64_t x = 0;
    int64_t y = 0;
    size_t i = 0;
    while (i < AT_LEN(ops) && strcmp(ops[i], op) != 0)
        i++;
    if (i == AT_LEN(ops))
        return false;
    if (!vd_operand_number(e->call, a, INT64_MIN, INT64_MAX, &x) ||
        !vd_operand_number(e->call, b, INT64_MIN, INT64_MAX, &y))
        e->bad = true;
    const bool results[] = {x == y, x != y, x<y, x <= y, x> y, x >= y};
    *out = results[i];
    return true;
}

static bool
compare(struct expr *e, const char *a, const char *op, const char *b, bool *out)
{
    if (strcmp(op, "=") == 0 || strcmp(op, "==") == 0)
        *out = strcmp(a, b) == 0;
    else if (strcmp(op, "!=") == 0)
        *out = strcmp(a, b) != 0;
    else
        return compare_numbers(e, a, op, b, out);
    return true;
}

static bool
primary(struct expr *e)
{
    bool invert = false;
    bool result = false;
    while (e->end - e->at > 1 && strcmp(e->at[0], "!") == 0) {
        invert = !invert;
        e->at++;
    }
    ptrdiff_t left = e->end - e->at;
    if (left >= 3 && compare(e, e->at[0], e->at[1], e->at[2], &result)) {
        e->at += 3;
    } else if (left >= 2 && e->at[0][0] == '-' && e->at[0][1] &&
               strchr("nzedfsrwxLh", e->at[0][1]) && !e->at[0][2]) {
        char kind = e->at[0][1];
        const char *value = e->at[1];
        result = kind == 'n'   ? value[0] != '\0'
                 : kind == 'z' ? value[0] == '\0'
                               : file_test(e, kind, value);
        e->at += 2;
    } else if (left >= 1) {
        result = e->at[0][0] != '\0';
        e->at++;
    } else {
        e->bad = e->bad || invert;
    }
    return result != invert;
}

int
vd_run_test(struct vd_call *call)
{
    struct expr e = {call, call->argv + 1, call->argv + call->argc, false};
    if (strcmp(call->argv[0], "[") == 0) {
        if (call->argc < 2 || strcmp(e.end[-1], "]") != 0) {
            vd_errf(call, "[: missing ]\n");
            return 2;
        }
        e.end--;
    }
    if (e.at == e.end)
        return 1;
    bool any = false;
    bool all = primary(&e);
    while (!e.bad && e.at < e.end) {
        bool and = strcmp(*e.at, "-a") == 0;
        if (!and&&strcmp(*e.at, "-o") != 0)
            e.bad = true;
        e.at++;
        bool next = primary(&e);
        any = and? any : any || all;
        all = and? all && next : next;
    }
    if (e.bad) {
        vd_errf(call, "%s: syntax error\n", call->argv[0]);
        return 2;
    }
    return !(any || all);
}
