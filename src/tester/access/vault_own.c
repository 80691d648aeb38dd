// vault_own.c: the key that one machine makes for its own store
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/wipe.h"
#include "sys/file.h"
#include "sys/private.h"
#include "sys/random.h"
#include "tester/access/vault_priv.h"

enum { OWN_KEY_CHARS = 64 };

void
at_vault_use_file(struct at_vault *vault, const char *path)
{
    vault->own_file = at_strdup(path);
}

// Another process may make it at the same time: then that one's is read.
static void
make_file(const char *path)
{
    char key[OWN_KEY_CHARS + 2];
    at_random_hex(key, OWN_KEY_CHARS);
    memcpy(key + OWN_KEY_CHARS, "\n", 2);
    (void)!at_file_create(path, at_str(key), NULL);
    at_wipe(key, sizeof(key));
}

bool
at_vault_own_key(const struct at_vault *vault, bool make, struct at_buf *out,
                 struct at_err *err)
{
    if (!vault->own_file)
        return false;
    if (make && !at_file_exists(vault->own_file))
        make_file(vault->own_file);
    if (!make && !at_file_exists(vault->own_file))
        return false;
    if (!at_private_read_line(vault->own_file, "key file", out, err))
        return false;
    return out->len >= AT_VAULT_KEY_MIN ||
           at_fail(err, AT_EIO,
                   "the key file '%s' is damaged: restore it from a copy",
                   vault->own_file);
}

void
at_vault_own_drop(const struct at_vault *vault)
{
    if (vault->own_file)
        unlink(vault->own_file);
}
