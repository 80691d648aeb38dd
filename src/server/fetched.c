// fetched.c: a folder of files, and what leads to them
#include "server/fetched.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/hex.h"
#include "server/files.h"
#include "sys/file.h"
#include "sys/folder.h"

void
at_fetched_init(struct at_fetched *fetched)
{
    pthread_mutex_init(&fetched->lock, NULL);
}

void
at_fetched_deinit(struct at_fetched *fetched)
{
    pthread_mutex_destroy(&fetched->lock);
}

// Return the only place for what was asked; other content may be in it.
static struct at_fetched_place *
place_of(struct at_fetched *fetched, struct at_str asked,
         unsigned char hash[AT_SHA256_BYTES])
{
    at_sha256(asked, hash);
    return &fetched->places[(hash[0] << 8 | hash[1]) % AT_FETCHED_PLACES];
}

bool
at_fetched_find(struct at_fetched *fetched, const char *folder,
                struct at_str asked, struct at_server_reply *reply)
{
    unsigned char hash[AT_SHA256_BYTES];
    const struct at_fetched_place *place = place_of(fetched, asked, hash);
    uint64_t size;
    int fd;
    pthread_mutex_lock(&fetched->lock);
    struct at_fetched_place found = *place;
    pthread_mutex_unlock(&fetched->lock);
    if (!found.content[0] || memcmp(found.asked, hash, sizeof(hash)) != 0)
        return false;
    char *path = at_strfmt("%s/%s", folder, found.content);
    bool ok = at_file_open(path, &fd, &size, NULL);
    free(path);
    if (!ok) // it was removed to make room
        return false;
    reply->status = 200;
    reply->fd = fd;
    reply->count = size;
    reply->type = found.type;
    reply->cache = AT_FILES_LASTING;
    memcpy(reply->tag, found.tag, sizeof(reply->tag));
    return true;
}

// Make room by removing all: they can be fetched again.
static void
make_room(const char *folder)
{
    struct at_folder_list list = {0};
    bool full = at_folder_list(folder, &list, NULL) &&
                list.count >= AT_FETCHED_FILES_MAX;
    for (size_t i = 0; full && i < list.count; i++) {
        char *path = at_strfmt("%s/%s", folder, list.entries[i].name);
        unlink(path);
        free(path);
    }
    at_folder_list_deinit(&list);
}

static bool
write_content(const char *folder, int fd, char name[2 * AT_SHA256_BYTES + 1])
{
    unsigned char hash[AT_SHA256_BYTES];
    struct at_buf bytes = AT_BUF_INIT(AT_FETCHED_FILE_MAX_BYTES);
    bool ok = lseek(fd, 0, SEEK_SET) == 0 &&
              at_file_read_open(fd, "a fetched file", &bytes, NULL) &&
              at_folder_make(folder, NULL);
    if (ok) {
        at_sha256(at_buf_str(&bytes), hash);
        at_hex_write(hash, sizeof(hash), name);
        make_room(folder);
        char *path = at_strfmt("%s/%s", folder, name);
        ok =
            at_file_exists(path) || at_file_put(path, at_buf_str(&bytes), NULL);
        free(path);
    }
    at_buf_deinit(&bytes);
    return ok;
}

void
at_fetched_keep(struct at_fetched *fetched, const char *folder,
                struct at_str asked, const struct at_server_reply *reply)
{
    struct at_fetched_place kept = {.type = reply->type};
    if (reply->fd < 0 || reply->count > AT_FETCHED_FILE_MAX_BYTES ||
        !write_content(folder, reply->fd, kept.content))
        return;
    struct at_fetched_place *place = place_of(fetched, asked, kept.asked);
    memcpy(kept.tag, reply->tag, sizeof(kept.tag));
    pthread_mutex_lock(&fetched->lock);
    *place = kept;
    pthread_mutex_unlock(&fetched->lock);
}
