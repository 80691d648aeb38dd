#include "device/android/adb/client/same.h"

#include <string.h>

enum { HASH_LEN = 64 };

void
at_adb_add_hash_command(const struct at_adb_file *file, struct at_buf *command)
{
    at_buf_add_fmt(command, "[ -f %s ] && sha256sum %s", file->path,
                   file->path);
}

static bool
is_hash(struct at_str word)
{
    for (size_t i = 0; i < word.len; i++)
        if (!strchr("0123456789abcdef", word.ptr[i]) || !word.ptr[i])
            return false;
    return word.len == HASH_LEN;
}

// Find the hash in a line "HASH  PATH".
static struct at_str
find_hash(struct at_str printed, const char *path)
{
    struct at_str line;
    while (at_str_next_line(&printed, &line)) {
        struct at_str hash = at_str_head(line, HASH_LEN);
        struct at_str rest = at_str_trim(at_str_skip(line, HASH_LEN));
        if (is_hash(hash) && at_str_is(rest, path))
            return hash;
    }
    return at_str_n(NULL, 0);
}

struct compared {
    struct at_str left; // content not yet compared
    bool same;
};

static bool
compare(void *user, struct at_str piece, struct at_err *err)
{
    struct compared *compared = user;
    (void)err;
    compared->same = compared->same && at_str_starts(compared->left, piece);
    compared->left = at_str_skip(compared->left, piece.len);
    return compared->same; // the rest need not be read
}

bool
at_adb_is_same(const struct at_op *op, struct at_adb_device *device,
               const struct at_adb_file *file, struct at_str printed,
               bool *out_same, struct at_err *err)
{
    struct at_str hash = find_hash(printed, file->path);
    struct compared compared = {file->content, true};
    const struct at_adb_sink sink = {compare, &compared};
    struct at_err why = AT_ERR_INIT;
    *out_same = hash.len > 0 && at_str_is(hash, file->sha256);
    if (hash.len > 0)
        return true;
    bool read = at_adb_pull(op, device, file->path, &sink, &why);
    *out_same = read && compared.same && compared.left.len == 0;
    return read || !compared.same || why.code == AT_EDEVICE ||
           at_err_pass(err, &why);
}
