// stat, readlink, realpath: the facts of single files of the device
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "virtual-android/coreutils/coreutils.h"

static const char *
kind_name(const struct stat *info)
{
    if (S_ISDIR(info->st_mode))
        return "directory";
    if (S_ISLNK(info->st_mode))
        return "symbolic link";
    return info->st_size == 0 ? "regular empty file" : "regular file";
}

static bool
stat_number(const struct stat *info, char letter, long long *out)
{
    const char letters[] = "sXYZafhi";
    const long long numbers[] = {info->st_size,
                                 info->st_atime,
                                 info->st_mtime,
                                 info->st_ctime,
                                 info->st_mode & 07777,
                                 info->st_mode,
                                 (long long)info->st_nlink,
                                 (long long)info->st_ino};
    const char *found = strchr(letters, letter);
    if (found)
        *out = numbers[found - letters];
    return found != NULL;
}

static const char *
stat_text(const struct stat *info, char letter, const char *name,
          char buf[static 40])
{
    switch (letter) {
    case 'y':
        vd_time_text(buf, 40, "%Y-%m-%d %H:%M:%S.000000000 +0000",
                     info->st_mtime);
        return buf;
    case 'F':
        return kind_name(info);
    case 'A':
        vd_mode_text(buf, info->st_mode);
        return buf;
    case 'n':
    case 'N':
        return name;
    case 'u':
    case 'g':
        return "2000";
    case 'U':
    case 'G':
        return "shell";
    case '%':
        return "%";
    }
    return "?";
}

static void
out_stat(struct vd_call *call, const char *fmt, const struct stat *info,
         const char *name)
{
    char buf[40];
    long long number;
    for (; *fmt; fmt++) {
        if (*fmt != '%' || !fmt[1])
            vd_out(call, at_str_n(fmt, 1));
        else if (stat_number(info, *++fmt, &number))
            vd_outf(call,
                    *fmt == 'a'   ? "%llo"
                    : *fmt == 'f' ? "%llx"
                                  : "%lld",
                    number);
        else
            vd_outf(call, "%s", stat_text(info, *fmt, name, buf));
    }
    vd_outf(call, "\n");
}

int
vd_run_stat(struct vd_call *call)
{
    static const char usual[] = "  File: %n\n  Size: %s\t %F\n"
                                "Access: (0%a/%A)\tUid: (%u/ %U)\t"
                                "Gid: (%g/ %G)\nModify: %y";
    struct vd_scan scan = vd_scan(call, "c:Lt");
    const char *fmt = usual;
    bool follow = false;
    int status = 0;
    int letter;
    while ((letter = vd_scan_next(&scan))) {
        if (letter == '?')
            return 1;
        if (letter == 'c')
            fmt = scan.value;
        follow = follow || letter == 'L';
    }
    for (int i = scan.at; i < call->argc; i++) {
        const char *name = call->argv[i];
        char *host =
            follow ? vd_host_path(call, name) : vd_host_link_path(call, name);
        struct stat info;
        if (lstat(host, &info) == 0)
            out_stat(call, fmt, &info, name);
        else
            status = vd_complain(call, name);
        free(host);
    }
    return status;
}

int
vd_run_readlink(struct vd_call *call)
{
    struct vd_flags flags;
    int status = 0;
    if (!vd_flags_scan(&flags, call, "fenq"))
        return 1;
    bool whole =
        strcmp(call->argv[0], "realpath") == 0 || vd_flags_have(&flags, "fe");
    char *root = vd_host_path(call, "/");
    for (int i = flags.first; i < call->argc; i++) {
        char *host = whole ? vd_host_path(call, call->argv[i])
                           : vd_host_link_path(call, call->argv[i]);
        char target[1024];
        struct stat info;
        ssize_t len = whole ? -1 : readlink(host, target, sizeof(target));
        if (len >= 0)
            vd_outf(call, "%.*s\n", (int)len, target);
        else if (whole && lstat(host, &info) == 0)
            vd_outf(call, "%s\n",
                    host[strlen(root)] ? host + strlen(root) : "/");
        else
            status = whole ? vd_complain(call, call->argv[i]) : 1;
        free(host);
    }
    free(root);
    return status;
}
