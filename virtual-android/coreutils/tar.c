// tar.c: `tar -c`, `-x` and `-t` of folders and plain files, by standard input
// and output
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "virtual-android/coreutils/coreutils.h"
#include "virtual-android/coreutils/util.h"
#include "virtual-android/files.h"

enum { BLOCK = 512, NAME_MAX_BYTES = 100, TREE_MAX_DEPTH = 64 };

struct header {
    char name[100];
    char mode[8];
    char uid[8];
    char gid[8];
    char size[12];
    char mtime[12];
    char checksum[8];
    char type; // '0': a file, '5': a folder
    char link[100];
    char magic[8];
    char rest[247];
};
_Static_assert(sizeof(struct header) == BLOCK, "a header is one block");

static void
sum_up(struct header *header)
{
    unsigned sum = 0;
    memset(header->checksum, ' ', sizeof(header->checksum));
    for (size_t i = 0; i < BLOCK; i++)
        sum += ((const unsigned char *)header)[i];
    snprintf(header->checksum, sizeof(header->checksum), "%06o", sum);
}

static bool
put_header(struct vd_call *call, const char *name, const struct stat *info)
{
    struct header header = {.type = S_ISDIR(info->st_mode) ? '5' : '0',
                            .magic = "ustar"};
    unsigned long long size =
        S_ISDIR(info->st_mode) ? 0 : (unsigned long long)info->st_size;
    if (strlen(name) >= NAME_MAX_BYTES) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(header.name, name, strlen(name));
    snprintf(header.mode, sizeof(header.mode), "%07o",
             (unsigned)(info->st_mode & 0777));
    snprintf(header.size, sizeof(header.size), "%011llo", size);
    memcpy(header.magic + 6, "00", 2);
    sum_up(&header);
    return vd_out(call, at_str_n((const char *)&header, BLOCK));
}

static bool
put_content(struct vd_call *call, const char *host)
{
    static const char zeros[BLOCK];
    char part[8 * BLOCK];
    int fd = open(host, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    ssize_t n = 0;
    size_t len = 0;
    bool ok = fd >= 0;
    while (ok && (n = read(fd, part, sizeof(part))) > 0) {
        ok = vd_out(call, at_str_n(part, (size_t)n));
        len += (size_t)n;
    }
    if (fd >= 0)
        close(fd);
    if (ok && len % BLOCK)
        ok = vd_out(call, at_str_n(zeros, BLOCK - len % BLOCK));
    return ok && n == 0;
}

static bool put_tree(struct vd_call *call, const char *name, int depth);

static bool
put_folder(struct vd_call *call, const char *name, const char *host, int depth)
{
    DIR *dir = opendir(host);
    struct dirent *entry;
    bool ok = dir != NULL;
    while (ok && (entry = readdir(dir))) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        char *inner = at_strfmt("%s/%s", name, entry->d_name);
        ok = put_tree(call, inner, depth + 1);
        free(inner);
    }
    if (dir)
        closedir(dir);
    return ok;
}

static bool
put_tree(struct vd_call *call, const char *name, int depth)
{
    struct stat info;
    char *host = vd_host_link_path(call, name);
    bool ok = depth < TREE_MAX_DEPTH && lstat(host, &info) == 0;
    bool is_folder = ok && S_ISDIR(info.st_mode);
    if (ok && (is_folder || S_ISREG(info.st_mode)))
        ok = put_header(call, name, &info) &&
             (is_folder ? put_folder(call, name, host, depth)
                        : put_content(call, host));
    free(host);
    return ok;
}

static int
create(struct vd_call *call, int first)
{
    static const char end[2 * BLOCK];
    for (int i = first; i < call->argc; i++) {
        if (!put_tree(call, call->argv[i], 0))
            return vd_complain(call, call->argv[i]);
    }
    return vd_out(call, at_str_n(end, sizeof(end))) ? 0 : 1;
}

// Read exactly len bytes.
static bool
take(struct vd_source *in, char *out, size_t len)
{
    size_t got = 0;
    while (got < len) {
        size_t n = vd_source_read(in, out + got, len - got);
        if (n == 0)
            return false;
        got += n;
    }
    return true;
}

static bool
take_content(struct vd_source *in, const char *host, size_t size)
{
    char block[BLOCK];
    int fd =
        host ? open(host, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
                    0600)
             : -1;
    bool ok = !host || fd >= 0;
    for (size_t at = 0; ok && at < size; at += BLOCK) {
        size_t len = size - at < BLOCK ? size - at : BLOCK;
        ok = take(in, block, BLOCK) &&
             (fd < 0 || write(fd, block, len) == (ssize_t)len);
    }
    if (fd >= 0)
        close(fd);
    return ok;
}

static size_t
size_of(const struct header *header)
{
    size_t size = 0;
    for (size_t i = 0; i < sizeof(header->size); i++) {
        if (header->size[i] < '0' || header->size[i] > '7')
            break;
        size = size * 8 + (size_t)(header->size[i] - '0');
    }
    return size;
}

static bool
leaves(const char *name)
{
    return name[0] == '/' || strstr(name, "..") != NULL;
}

static bool
extract_one(struct vd_source *in, const struct header *header)
{
    char name[NAME_MAX_BYTES + 1] = "";
    memcpy(name, header->name, NAME_MAX_BYTES);
    size_t size = size_of(header);
    if (leaves(name))
        return false;
    char *host = vd_host_link_path(in->call, name);
    bool ok = vd_files_make_parents(host, NULL);
    if (ok && header->type == '5')
        ok = mkdir(host, 0700) == 0 || errno == EEXIST;
    else if (ok)
        ok = take_content(in, host, size);
    free(host);
    return ok;
}

static int
extract(struct vd_call *call, bool lists)
{
    struct vd_source in;
    struct header header;
    bool ok = vd_source_open(&in, call, NULL);
    bool over = false;
    while (ok && !over) {
        ok = take(&in, (char *)&header, BLOCK);
        over = ok && header.name[0] == '\0';
        if (!ok || over)
            break;
        if (!lists)
            ok = extract_one(&in, &header);
        else
            ok = vd_out_line(
                     call, at_str_n(header.name, strnlen(header.name, 100))) &&
                 take_content(&in, NULL, size_of(&header));
    }
    vd_source_close(&in);
    if (!ok)
        vd_errf(call, "tar: short read\n");
    return ok ? 0 : 1;
}

// tar -cf - NAME...; tar -xf -; tar -tf -
int
vd_run_tar(struct vd_call *call)
{
    struct vd_scan scan = vd_scan(call, "cxtf:");
    char mode = 0;
    for (int letter; (letter = vd_scan_next(&scan));) {
        if (letter == '?')
            return 1;
        if (letter != 'f')
            mode = (char)letter;
    }
    if (mode == 'c' && scan.at < call->argc)
        return create(call, scan.at);
    if (mode == 'x' || mode == 't')
        return extract(call, mode == 't');
    vd_errf(call, "tar: Needs -txc\n");
    return 1;
}
