// fetched.h: files of other hosts that never change, kept on this one
//
// Named by the hash of their content, so that equal files are one. What was
// asked for leads to the hash in memory: after a restart files are fetched
// again. Any thread may call.
#ifndef AT_SERVER_FETCHED_H
#define AT_SERVER_FETCHED_H

#include <pthread.h>

#include "base/sha256.h"
#include "server/server_reply.h"

enum { AT_FETCHED_PLACES = 1024 };

#define AT_FETCHED_FILE_MAX_BYTES (8 * AT_MIB)
#define AT_FETCHED_FILES_MAX ((size_t)1000)

struct at_fetched {
    pthread_mutex_t lock;
    struct at_fetched_place {
        unsigned char asked[AT_SHA256_BYTES];
        char content[2 * AT_SHA256_BYTES + 1]; // "": free
        char tag[AT_SERVER_REPLY_TAG_MAX];
        const char *type; // static
    } places[AT_FETCHED_PLACES];
};

void at_fetched_init(struct at_fetched *fetched);
void at_fetched_deinit(struct at_fetched *fetched);

// Answer with the file if it is kept. folder: where files are kept.
AT_CHECKED bool at_fetched_find(struct at_fetched *fetched, const char *folder,
                                struct at_str asked,
                                struct at_server_reply *reply);
// Keep the file of a reply, unless it is too long. A failure only costs time.
void at_fetched_keep(struct at_fetched *fetched, const char *folder,
                     struct at_str asked, const struct at_server_reply *reply);

#endif
