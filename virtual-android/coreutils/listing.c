// ls, find: listing the device's folders
#include <dirent.h>
#include <fnmatch.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "virtual-android/coreutils/coreutils.h"

enum { TREE_MAX_DEPTH = 64, NAMES_MAX = 100000 };

struct names {
    char **list; // owned
    size_t len;
};

static int
compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

enum hidden { NO_HIDDEN, ALMOST_ALL, ALL }; // without "." and ".."; with them

static bool
is_shown(const char *name, enum hidden hidden)
{
    bool is_dots = strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
    return name[0] != '.' || hidden == ALL ||
           (hidden == ALMOST_ALL && !is_dots);
}

// Returns false, with errno set, if it is not a folder.
static bool
read_names(const char *host, enum hidden hidden, struct names *out)
{
    DIR *dir = opendir(host);
    struct dirent *entry;
    size_t cap = 0;
    *out = (struct names){0};
    while (dir && (entry = readdir(dir)) && out->len < NAMES_MAX) {
        if (!is_shown(entry->d_name, hidden))
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
    struct vd_call *call;
    struct vd_flags flags;
    bool titled;
    bool second;
    int status;
};

static bool
has(const struct ls *ls, const char *letters)
{
    return vd_flags_have(&ls->flags, letters);
}

static void
out_entry(struct ls *ls, const char *host, const char *name)
{
    struct stat info;
    char mode[11];
    char when[32];
    char target[1024];
    if (!has(ls, "l")) {
        vd_outf(ls->call, "%s\n", name);
        return;
    }
    if (lstat(host, &info) != 0)
        return; // removed since
    vd_mode_text(mode, info.st_mode);
    vd_time_text(when, sizeof(when), "%Y-%m-%d %H:%M", info.st_mtime);
    vd_outf(ls->call, "%s %lu shell shell %lld %s %s", mode,
            (unsigned long)info.st_nlink, (long long)info.st_size, when, name);
    ssize_t len =
        S_ISLNK(info.st_mode) ? readlink(host, target, sizeof(target)) : -1;
    if (len >= 0)
        vd_outf(ls->call, " -> %.*s", (int)len, target);
    vd_outf(ls->call, "\n");
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
    enum hidden hidden = has(ls, "a")   ? ALL
                         : has(ls, "A") ? ALMOST_ALL
                                        : NO_HIDDEN;
    if (!read_names(host, hidden, &names)) {
        ls->status = vd_complain(ls->call, name);
        return;
    }
    if (ls->titled)
        vd_outf(ls->call, "%s%s:\n", ls->second ? "\n" : "", name);
    ls->second = true;
    if (has(ls, "l"))
        vd_outf(ls->call, "total %lld\n", blocks_of(host, &names));
    for (size_t i = 0; i < names.len; i++) {
        char *path = at_strfmt("%s/%s", host, names.list[i]);
        out_entry(ls, path, names.list[i]);
        free(path);
    }
    for (size_t i = 0; has(ls, "R") && i < names.len; i++) {
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

// Without -l a link is shown as its target.
static bool
ls_stat(const struct ls *ls, const char *link, const char *host, bool slash,
        struct stat *out)
{
    if (lstat(link, out) != 0)
        return false;
    if (S_ISLNK(out->st_mode) && !slash && has(ls, "l"))
        return true;
    return lstat(host, out) == 0;
}

static void
ls_one(struct ls *ls, const char *name, bool folders)
{
    struct stat info;
    char *link = vd_host_link_path(ls->call, name);
    char *host = vd_host_path(ls->call, name);
    bool slash = at_str_ends(at_str(name), AT_STR("/"));
    bool there = ls_stat(ls, link, host, slash, &info);
    bool folder = there && S_ISDIR(info.st_mode) && !has(ls, "d");
    if (!there && !folders)
        ls->status = vd_complain(ls->call, name);
    else if (folder && folders)
        out_folder(ls, host, name, 0);
    else if (there && !folder && !folders)
        out_entry(ls, slash ? host : link, name);
    free(link);
    free(host);
}

int
vd_run_ls(struct vd_call *call)
{
    struct ls ls = {.call = call};
    if (!vd_flags_scan(&ls.flags, call, "l1adAhnRrtSpFisZ"))
        return 1;
    int first = ls.flags.first;
    ls.titled = call->argc - first > 1 || has(&ls, "R");
    if (first == call->argc)
        ls_one(&ls, ".", !has(&ls, "d"));
    for (int folders = 0; folders < 2; folders++) { // files come first
        for (int i = first; i < call->argc; i++)
            ls_one(&ls, call->argv[i], folders);
    }
    return ls.status;
}

struct find {
    struct vd_call *call;
    const char *pattern; // NULL: any
    char type;           // 'f', 'd', 'l' or 0
    int64_t max_depth;
    int status;
};

static bool
find_matches(const struct find *f, const char *name, char type)
{
    const char *slash = strrchr(name, '/');
    const char *base = slash && slash[1] ? slash + 1 : name;
    return (!f->type || f->type == type) &&
           (!f->pattern || fnmatch(f->pattern, base, 0) == 0);
}

static void
find_below(struct find *f, const char *host, const char *name, int64_t depth)
{
    struct stat info;
    struct names names = {0};
    bool slashed = at_str_ends(at_str(name), AT_STR("/"));
    if (lstat(host, &info) != 0) {
        f->status = vd_complain(f->call, name);
        return;
    }
    char type = S_ISDIR(info.st_mode) ? 'd' : S_ISLNK(info.st_mode) ? 'l' : 'f';
    if (find_matches(f, name, type))
        vd_outf(f->call, "%s\n", name);
    if (type == 'd' && depth < f->max_depth)
        read_names(host, ALL, &names);
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
vd_run_find(struct vd_call *call)
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
                   !vd_operand_number(call, value, 0, TREE_MAX_DEPTH,
                                      &f.max_depth)) {
            vd_errf(call, "find: bad arg '%s'\n", word);
            return 1;
        }
    }
    for (int i = 1; i < last || i == 1; i++) {
        const char *name = last > 1 ? call->argv[i] : ".";
        char *host = vd_host_path(call, name);
        find_below(&f, host, name, 0);
        free(host);
    }
    return f.status;
}
