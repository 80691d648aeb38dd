// ls, stat, find, readlink, realpath: looking at the device's files
#include "virtual-android/coreutils/util.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "virtual-android/device.h"
#include "virtual-android/files.h"

enum { TREE_MAX_DEPTH = 64, NAMES_MAX = 100000 };

static const char *
kind_name(const struct stat *info)
{
    if (S_ISDIR(info->st_mode))
        return "directory";
    if (S_ISLNK(info->st_mode))
        return "symbolic link";
    return info->st_size == 0 ? "regular empty file" : "regular file";
}

static void
mode_text(char out[11], mode_t mode)
{
    static const char letters[] = "rwxrwxrwx";
    out[0] = S_ISDIR(mode) ? 'd' : S_ISLNK(mode) ? 'l' : '-';
    for (int i = 0; i < 9; i++)
        out[1 + i] = mode & (mode_t)(0400 >> i) ? letters[i] : '-';
    out[10] = '\0';
}

static void
time_text(char *out, size_t cap, const char *fmt, time_t when)
{
    struct tm parts;
    out[0] = '\0';
    if (gmtime_r(&when, &parts))
        strftime(out, cap, fmt, &parts);
}

struct names {
    char **list; // owned
    size_t len;
};

static int
compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// false with errno set where it is no folder.
static bool
read_names(const char *host, bool hidden, struct names *out)
{
    DIR *dir = opendir(host);
    struct dirent *entry;
    size_t cap = 0;
    *out = (struct names){0};
    while (dir && (entry = readdir(dir)) && out->len < NAMES_MAX) {
        if (!hidden && entry->d_name[0] == '.')
            continue;
        if (out->len == cap) {
            cap = cap ? 2 * cap : 32;
            out->list = at_realloc_array(out->list, cap, sizeof(char *));
        }
        out->list[out->len++] = at_strdup(entry->d_name);
    }
    if (dir)
        closedir(dir);
    if (out->len > 0)
        qsort(out->list, out->len, sizeof(char *), compare_texts);
    return dir != NULL;
}

static void
free_names(struct names *names)
{
    for (size_t i = 0; i < names->len; i++)
        free(names->list[i]);
    free(names->list);
}

struct ls {
    struct va_call *call;
    char set[32];
    bool titled;
    bool second;
    int status;
};

static bool
has(const struct ls *ls, char letter)
{
    return strchr(ls->set, letter) != NULL;
}

static void
out_entry(struct ls *ls, const char *host, const char *name)
{
    struct stat info;
    char mode[11];
    char when[32];
    char target[1024];
    if (!has(ls, 'l')) {
        va_outf(ls->call, "%s\n", name);
        return;
    }
    if (lstat(host, &info) != 0)
        return; // went meanwhile
    mode_text(mode, info.st_mode);
    time_text(when, sizeof(when), "%Y-%m-%d %H:%M", info.st_mtime);
    va_outf(ls->call, "%s %lu shell shell %lld %s %s", mode,
            (unsigned long)info.st_nlink, (long long)info.st_size, when, name);
    ssize_t len =
        S_ISLNK(info.st_mode) ? readlink(host, target, sizeof(target)) : -1;
    if (len >= 0)
        va_outf(ls->call, " -> %.*s", (int)len, target);
    va_outf(ls->call, "\n");
}

static long long
blocks_of(const char *host, const struct names *names)
{
    long long blocks = 0;
    for (size_t i = 0; i < names->len; i++) {
        struct stat info;
        char *path = at_strfmt("%s/%s", host, names->list[i]);
        if (lstat(path, &info) == 0)
            blocks += (long long)(info.st_size + 4095) / 4096 * 4;
        free(path);
    }
    return blocks;
}

static void
out_folder(struct ls *ls, const char *host, const char *name, int depth)
{
    struct names names;
    if (!read_names(host, has(ls, 'a'), &names)) {
        ls->status = va_complain(ls->call, name);
        return;
    }
    if (ls->titled)
        va_outf(ls->call, "%s%s:\n", ls->second ? "\n" : "", name);
    ls->second = true;
    if (has(ls, 'l'))
        va_outf(ls->call, "total %lld\n", blocks_of(host, &names));
    for (size_t i = 0; i < names.len; i++) {
        char *path = at_strfmt("%s/%s", host, names.list[i]);
        out_entry(ls, path, names.list[i]);
        free(path);
    }
    for (size_t i = 0; has(ls, 'R') && i < names.len; i++) {
        struct stat info;
        char *path = at_strfmt("%s/%s", host, names.list[i]);
        char *title = at_strfmt("%s/%s", name, names.list[i]);
        if (names.list[i][0] != '.' && depth < TREE_MAX_DEPTH &&
            lstat(path, &info) == 0 && S_ISDIR(info.st_mode))
            out_folder(ls, path, title, depth + 1);
        free(path);
        free(title);
    }
    free_names(&names);
}

static void
ls_one(struct ls *ls, const char *name, bool folders)
{
    struct stat info;
    char *link = va_host_link_path(ls->call, name);
    char *host = va_host_path(ls->call, name);
    bool there = lstat(link, &info) == 0;
    bool slash = at_str_ends(at_str(name), AT_STR("/"));
    if (there && (!S_ISLNK(info.st_mode) || slash || !has(ls, 'l')))
        there = lstat(host, &info) == 0; // "ls -l link" shows the link
    bool folder = there && S_ISDIR(info.st_mode) && !has(ls, 'd');
    if (!there && !folders)
        ls->status = va_complain(ls->call, name);
    else if (there && folder && folders)
        out_folder(ls, host, name, 0);
    else if (there && !folder && !folders)
        out_entry(ls, slash ? host : link, name);
    free(link);
    free(host);
}

int
va_run_ls(struct va_call *call)
{
    struct va_scan scan = va_scan(call, "l1adAhnRrtSpFisZ");
    struct ls ls = {.call = call};
    size_t len = 0;
    int letter;
    while ((letter = va_scan_next(&scan))) {
        if (letter == '?')
            return 1;
        if (len + 1 < sizeof(ls.set))
            ls.set[len++] = (char)(letter == 'A' ? 'a' : letter);
    }
    ls.titled = call->argc - scan.at > 1 || has(&ls, 'R');
    if (scan.at == call->argc) {
        if (has(&ls, 'd'))
            ls_one(&ls, ".", false);
        else
            ls_one(&ls, ".", true);
        return ls.status;
    }
    for (int folders = 0; folders < 2; folders++) { // files come first
        for (int i = scan.at; i < call->argc; i++)
            ls_one(&ls, call->argv[i], folders);
    }
    return ls.status;
}

static void
out_stat(struct va_call *call, const char *fmt, const struct stat *info,
         const char *name)
{
    char mode[11];
    char when[40];
    mode_text(mode, info->st_mode);
    for (; *fmt; fmt++) {
        if (*fmt != '%' || !fmt[1]) {
            va_out(call, at_str_n(fmt, 1));
            continue;
        }
        switch (*++fmt) {
        case 's':
            va_outf(call, "%lld", (long long)info->st_size);
            break;
        case 'X':
        case 'Y':
        case 'Z':
            va_outf(call, "%lld",
                    (long long)(*fmt == 'X'   ? info->st_atime
                                : *fmt == 'Y' ? info->st_mtime
                                              : info->st_ctime));
            break;
        case 'y':
            time_text(when, sizeof(when), "%Y-%m-%d %H:%M:%S.000000000 +0000",
                      info->st_mtime);
            va_outf(call, "%s", when);
            break;
        case 'F':
            va_outf(call, "%s", kind_name(info));
            break;
        case 'a':
            va_outf(call, "%o", (unsigned)(info->st_mode & 07777));
            break;
        case 'A':
            va_outf(call, "%s", mode);
            break;
        case 'f':
            va_outf(call, "%x", (unsigned)info->st_mode);
            break;
        case 'h':
            va_outf(call, "%lu", (unsigned long)info->st_nlink);
            break;
        case 'i':
            va_outf(call, "%llu", (unsigned long long)info->st_ino);
            break;
        case 'n':
        case 'N':
            va_outf(call, "%s", name);
            break;
        case 'u':
        case 'g':
            va_outf(call, "2000");
            break;
        case 'U':
        case 'G':
            va_outf(call, "shell");
            break;
        case '%':
            va_outf(call, "%%");
            break;
        default:
            va_outf(call, "?");
            break;
        }
    }
    va_outf(call, "\n");
}

int
va_run_stat(struct va_call *call)
{
    static const char usual[] = "  File: %n\n  Size: %s\t %F\n"
                                "Access: (0%a/%A)\tUid: (%u/ %U)\t"
                                "Gid: (%g/ %G)\nModify: %y";
    struct va_scan scan = va_scan(call, "c:Lt");
    const char *fmt = usual;
    bool follow = false;
    int status = 0;
    int letter;
    while ((letter = va_scan_next(&scan))) {
        if (letter == '?')
            return 1;
        if (letter == 'c')
            fmt = scan.value;
        follow = follow || letter == 'L';
    }
    for (int i = scan.at; i < call->argc; i++) {
        const char *name = call->argv[i];
        char *host =
            follow ? va_host_path(call, name) : va_host_link_path(call, name);
        struct stat info;
        if (lstat(host, &info) == 0)
            out_stat(call, fmt, &info, name);
        else
            status = va_complain(call, name);
        free(host);
    }
    return status;
}

struct find {
    struct va_call *call;
    const char *pattern; // NULL: any
    char type;           // 'f', 'd', 'l' or 0
    int64_t max_depth;
    int status;
};

static void
find_below(struct find *f, const char *host, const char *name, int64_t depth)
{
    struct stat info;
    const char *slash = strrchr(name, '/');
    const char *base = slash && slash[1] ? slash + 1 : name;
    if (lstat(host, &info) != 0) {
        f->status = va_complain(f->call, name);
        return;
    }
    char type = S_ISDIR(info.st_mode) ? 'd' : S_ISLNK(info.st_mode) ? 'l' : 'f';
    if ((!f->type || f->type == type) &&
        (!f->pattern || fnmatch(f->pattern, base, 0) == 0))
        va_outf(f->call, "%s\n", name);
    struct names names = {0};
    if (type == 'd' && depth < f->max_depth)
        read_names(host, true, &names);
    bool slashed = at_str_ends(at_str(name), AT_STR("/"));
    for (size_t i = 0; i < names.len; i++) {
        const char *inner = names.list[i];
        if (strcmp(inner, ".") == 0 || strcmp(inner, "..") == 0)
            continue;
        char *path = at_strfmt("%s/%s", host, inner);
        char *title = at_strfmt("%s%s%s", name, slashed ? "" : "/", inner);
        find_below(f, path, title, depth + 1);
        free(path);
        free(title);
    }
    free_names(&names);
}

int
va_run_find(struct va_call *call)
{
    struct find f = {.call = call, .max_depth = TREE_MAX_DEPTH};
    int last = 1;
    while (last < call->argc && call->argv[last][0] != '-')
        last++;
    for (int i = last; i < call->argc; i += 2) {
        const char *word = call->argv[i];
        const char *value = call->argv[i + 1];
        if (strcmp(word, "-print") == 0) {
            i--;
        } else if (value && strcmp(word, "-name") == 0) {
            f.pattern = value;
        } else if (value && strcmp(word, "-type") == 0) {
            f.type = value[0];
        } else if (!value || strcmp(word, "-maxdepth") != 0 ||
                   !va_operand_number(call, value, 0, TREE_MAX_DEPTH,
                                      &f.max_depth)) {
            va_errf(call, "find: bad arg '%s'\n", word);
            return 1;
        }
    }
    for (int i = 1; i < last || i == 1; i++) {
        const char *name = last > 1 ? call->argv[i] : ".";
        char *host = va_host_path(call, name);
        find_below(&f, host, name, 0);
        free(host);
    }
    return f.status;
}

int
va_run_readlink(struct va_call *call)
{
    struct va_scan scan = va_scan(call, "fenq");
    bool whole = strcmp(call->argv[0], "realpath") == 0;
    int status = 0;
    int letter;
    while ((letter = va_scan_next(&scan))) {
        if (letter == '?')
            return 1;
        whole = whole || letter == 'f' || letter == 'e';
    }
    char *root = va_host_path(call, "/");
    for (int i = scan.at; i < call->argc; i++) {
        char *host = whole ? va_host_path(call, call->argv[i])
                           : va_host_link_path(call, call->argv[i]);
        char target[1024];
        struct stat info;
        ssize_t len = whole ? -1 : readlink(host, target, sizeof(target));
        if (len >= 0)
            va_outf(call, "%.*s\n", (int)len, target);
        else if (whole && lstat(host, &info) == 0)
            va_outf(call, "%s\n",
                    host[strlen(root)] ? host + strlen(root) : "/");
        else
            status = whole ? va_complain(call, call->argv[i]) : 1;
        free(host);
    }
    free(root);
    return status;
}
