// copy.c: a run's files as objects, and back
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/hex.h"
#include "base/limits.h"
#include "base/sha256.h"
#include "metrics/metrics.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/private.h"
#include "tester/copies/copy_priv.h"
#include "wire/json.h"

enum { FILES_MAX = 20000, DEPTH_MAX = 4, PATH_MAX_BYTES = 500 };

#define INDEX_MAX_BYTES (8 * AT_MIB)
#define MARKS ".copied" // beside the runs' folders

static const struct at_metric_at only = {{0}};

static char *
index_key(const struct at_copy *copy)
{
    return at_strfmt("runs/%s/%s.json", copy->run, copy->host);
}

static char *
mark_path(const struct at_copy *copy)
{
    return at_strfmt("%s/" MARKS "/%s.%s", copy->reports, copy->run,
                     copy->host);
}

bool
at_copy_is_marked(const struct at_copy *copy)
{
    char *path = mark_path(copy);
    char *folder = at_strfmt("%s/%s", copy->reports, copy->run);
    bool is = at_file_exists(path) && at_file_exists(folder);
    free(folder);
    free(path);
    return is;
}

bool
at_copy_mark(const struct at_copy *copy, struct at_err *err)
{
    char *folder = at_strfmt("%s/" MARKS, copy->reports);
    char *path = mark_path(copy);
    bool ok = at_folder_make(folder, err) && at_file_put(path, AT_STR(""), err);
    free(path);
    free(folder);
    return ok;
}

static void
hash_of(struct at_str bytes, char out[AT_S3_HASH_LEN + 1])
{
    unsigned char hash[AT_SHA256_BYTES];
    at_sha256(bytes, hash);
    at_hex_write(hash, sizeof(hash), out);
}

// --- There.

struct sending {
    const struct at_op *op;
    const struct at_copy *copy;
    json_t *files; // array
};

static bool
send_bytes(const struct sending *sending, struct at_str bytes, const char *hash,
           struct at_err *err)
{
    const struct at_copy *copy = sending->copy;
    char *key = at_strfmt("blob/%s", hash);
    const struct at_s3_object object = {key, bytes, hash};
    bool has = false;
    bool ok =
        at_s3_has(sending->op, copy->s3, copy->https, key, &has, err) &&
        (has || at_s3_put(sending->op, copy->s3, copy->https, &object, err));
    if (ok && !has) {
        at_metric_add(AT_METRIC_COPIES_SENT, only, 1);
        at_metric_add(AT_METRIC_COPIES_BYTES, only, bytes.len);
    }
    free(key);
    return ok;
}

// path is below the run's folder.
static bool
send_file(const struct sending *sending, const char *path, struct at_err *err)
{
    struct at_str bytes;
    char hash[AT_S3_HASH_LEN + 1];
    char *full =
        at_strfmt("%s/%s/%s", sending->copy->reports, sending->copy->run, path);
    bool ok = at_file_map(full, &bytes, err);
    free(full);
    if (!ok)
        return false;
    hash_of(bytes, hash);
    ok = send_bytes(sending, bytes, hash, err);
    json_array_append_new(sending->files,
                          json_pack("{s:o, s:I, s:s}", "path",
                                    at_json_text(at_str(path)), "bytes",
                                    (json_int_t)bytes.len, "sha256", hash));
    at_file_unmap(bytes);
    return ok;
}

// Names that begin with a dot are ours, and small pictures can be made again.
static bool
is_kept(const char *name)
{
    return name[0] != '.' && strcmp(name, "thumbnails") != 0;
}

static bool
send_folder(const struct sending *sending, const char *below, int depth,
            struct at_err *err)
{
    struct at_folder_list list = {0};
    char *folder = at_strfmt("%s/%s/%s", sending->copy->reports,
                             sending->copy->run, below);
    bool ok = at_folder_list(folder, &list, err);
    for (size_t i = 0; ok && i < list.count; i++) {
        const struct at_folder_entry *entry = &list.entries[i];
        char *path =
            at_strfmt("%s%s%s", below, below[0] ? "/" : "", entry->name);
        if (is_kept(entry->name) && entry->is_folder)
            ok = depth == DEPTH_MAX ||
                 send_folder(sending, path, depth + 1, err);
        else if (is_kept(entry->name) &&
                 json_array_size(sending->files) < FILES_MAX)
            ok = send_file(sending, path, err);
        free(path);
    }
    at_folder_list_deinit(&list);
    free(folder);
    return ok;
}

// It is written last, so that what it names is there.
static bool
send_index(const struct sending *sending, struct at_err *err)
{
    const struct at_copy *copy = sending->copy;
    struct at_buf text = AT_BUF_INIT(INDEX_MAX_BYTES);
    char hash[AT_S3_HASH_LEN + 1];
    char *key = index_key(copy);
    json_t *json = json_pack("{s:s, s:s, s:O}", "run", copy->run, "host",
                             copy->host, "files", sending->files);
    bool ok = at_json_write(json, &text) ||
              at_fail(err, AT_ELIMIT, "run %s has too many files", copy->run);
    hash_of(at_buf_str(&text), hash);
    const struct at_s3_object object = {key, at_buf_str(&text), hash};
    ok = ok && at_s3_put(sending->op, copy->s3, copy->https, &object, err);
    json_decref(json);
    free(key);
    at_buf_deinit(&text);
    return ok;
}

bool
at_copy_send(const struct at_op *op, const struct at_copy *copy,
             struct at_err *err)
{
    struct sending sending = {op, copy, json_array()};
    bool ok = send_folder(&sending, "", 0, err) && send_index(&sending, err) &&
              at_copy_mark(copy, err);
    json_decref(sending.files);
    return ok;
}

// --- And back.

// The bucket is other people's: nothing outside of the folder is written.
static bool
is_path(struct at_str path)
{
    struct at_str rest = path, part;
    if (path.len == 0 || path.len > PATH_MAX_BYTES ||
        at_str_ends(path, AT_STR("/")))
        return false;
    while (at_str_next(&rest, '/', &part)) {
        if (part.len == 0 || part.ptr[0] == '.')
            return false;
    }
    for (size_t i = 0; i < path.len; i++) {
        if ((unsigned char)path.ptr[i] < ' ' || path.ptr[i] == '\\')
            return false;
    }
    return true;
}

static bool
is_hash(struct at_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (!strchr("0123456789abcdef", text.ptr[i]))
            return false;
    }
    return text.len == AT_S3_HASH_LEN;
}

static bool
make_parent(const char *file, struct at_err *err)
{
    char *folder = at_strndup(file, (size_t)(strrchr(file, '/') - file));
    bool ok = at_folder_make(folder, err);
    free(folder);
    return ok;
}

static bool
create(const char *file, int *out_fd, struct at_err *err)
{
    return at_private_open(file, O_WRONLY | O_CREAT | O_EXCL, out_fd, err);
}

static bool
check_content(const char *file, struct at_str wanted, struct at_err *err)
{
    struct at_str bytes;
    char hash[AT_S3_HASH_LEN + 1];
    if (!at_file_map(file, &bytes, err))
        return false;
    hash_of(bytes, hash);
    at_file_unmap(bytes);
    return at_str_is(wanted, hash) ||
           at_fail(err, AT_EIO, "a copy differs from its hash: blob/%.*s",
                   AT_STR_ARG(wanted));
}

static bool
fetch_file(const struct at_op *op, const struct at_copy *copy,
           const char *folder, const json_t *entry, struct at_err *err)
{
    struct at_str path = at_json_get_str(entry, "path");
    struct at_str hash = at_json_get_str(entry, "sha256");
    int fd;
    if (!is_path(path) || !is_hash(hash))
        return at_fail(err, AT_EPROTO,
                       "the list of the copies of run %s is damaged",
                       copy->run);
    char *file = at_strfmt("%s/%.*s", folder, AT_STR_ARG(path));
    char *key = at_strfmt("blob/%.*s", AT_STR_ARG(hash));
    bool ok = make_parent(file, err) && create(file, &fd, err);
    if (ok) {
        const struct at_s3_wanted wanted = {key, AT_VIDEO_FILE_MAX_BYTES, fd};
        ok = at_s3_get(op, copy->s3, copy->https, &wanted, err);
        close(fd);
        ok = ok && check_content(file, hash, err);
    }
    free(key);
    free(file);
    return ok;
}

static json_t *
fetch_index(const struct at_op *op, const struct at_copy *copy,
            const char *folder, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(INDEX_MAX_BYTES);
    char *file = at_strfmt("%s/.index", folder);
    char *key = index_key(copy);
    json_t *json = NULL;
    int fd;
    if (create(file, &fd, err)) {
        const struct at_s3_wanted wanted = {key, INDEX_MAX_BYTES, fd};
        bool ok = at_s3_get(op, copy->s3, copy->https, &wanted, err);
        close(fd);
        if (ok && at_file_read(file, &text, err))
            json = at_json_parse(at_buf_str(&text), err);
    }
    unlink(file);
    at_buf_deinit(&text);
    free(key);
    free(file);
    return json;
}

static bool
fetch_all(const struct at_op *op, const struct at_copy *copy,
          const char *folder, struct at_err *err)
{
    json_t *json = fetch_index(op, copy, folder, err);
    const json_t *files = json_object_get(json, "files");
    size_t count = json_array_size(files);
    bool ok = json && count <= FILES_MAX;
    if (json && !ok)
        at_fail(err, AT_ELIMIT, "run %s has too many files", copy->run);
    for (size_t i = 0; ok && i < count; i++)
        ok = fetch_file(op, copy, folder, json_array_get(files, i), err);
    json_decref(json);
    return ok;
}

// An attempt of this host may have a folder already: what it has stays.
static void
move_in(const char *from, const char *to)
{
    struct at_folder_list list = {0};
    if (rename(from, to) == 0 || !at_folder_list(from, &list, NULL))
        return;
    for (size_t i = 0; i < list.count; i++) {
        char *source = at_strfmt("%s/%s", from, list.entries[i].name);
        char *target = at_strfmt("%s/%s", to, list.entries[i].name);
        if (!at_file_exists(target))
            (void)!rename(source, target);
        free(target);
        free(source);
    }
    at_folder_list_deinit(&list);
}

bool
at_copy_fetch(const struct at_op *op, const struct at_copy *copy,
              struct at_err *err)
{
    char *folder = at_strfmt("%s/.fetching-%s", copy->reports, copy->run);
    char *target = at_strfmt("%s/%s", copy->reports, copy->run);
    bool ok = at_folder_remove(folder, err) && at_folder_make(folder, err) &&
              fetch_all(op, copy, folder, err) && at_copy_mark(copy, err);
    if (ok) {
        move_in(folder, target);
        at_metric_add(AT_METRIC_COPIES_FETCHED, only, 1);
    }
    (void)!at_folder_remove(folder, NULL);
    free(target);
    free(folder);
    return ok;
}
