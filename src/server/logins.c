#include "server/logins.h"

#include <string.h>

#include "base/op.h"
#include "sys/random.h"

void
at_logins_init(struct at_logins *logins)
{
    *logins = (struct at_logins){.count = 0};
    pthread_mutex_init(&logins->lock, NULL);
}

void
at_logins_deinit(struct at_logins *logins)
{
    pthread_mutex_destroy(&logins->lock);
}

void
at_logins_add(struct at_logins *logins, char out[AT_LOGIN_CHARS + 1])
{
    at_random_hex(out, AT_LOGIN_CHARS);
    out[AT_LOGIN_CHARS] = '\0';
    pthread_mutex_lock(&logins->lock);
    char *row = logins->values[logins->count++ % AT_LOGINS_MAX];
    memcpy(row, out, AT_LOGIN_CHARS + 1);
    pthread_mutex_unlock(&logins->lock);
}

static char *
find_locked(struct at_logins *logins, struct at_str cookie)
{
    char *found = NULL;
    for (size_t i = 0; i < AT_LOGINS_MAX && cookie.len > 0; i++) {
        if (logins->values[i][0] &&
            at_secret_eq(cookie, at_str(logins->values[i])))
            found = logins->values[i];
    }
    return found;
}

bool
at_logins_has(struct at_logins *logins, struct at_str cookie)
{
    pthread_mutex_lock(&logins->lock);
    bool known = find_locked(logins, cookie) != NULL;
    pthread_mutex_unlock(&logins->lock);
    return known;
}

void
at_logins_end(struct at_logins *logins, struct at_str cookie)
{
    pthread_mutex_lock(&logins->lock);
    char *row = find_locked(logins, cookie);
    if (row)
        row[0] = '\0';
    pthread_mutex_unlock(&logins->lock);
}

int64_t
at_logins_punish(struct at_logins *logins, int64_t now_ns)
{
    pthread_mutex_lock(&logins->lock);
    if (logins->next_ns < now_ns)
        logins->next_ns = now_ns;
    logins->next_ns += AT_LOGIN_PAUSE_MS * AT_NS_PER_MS;
    int64_t at_ns = logins->next_ns;
    pthread_mutex_unlock(&logins->lock);
    return at_ns;
}

bool
at_logins_crowded(struct at_logins *logins, int64_t now_ns)
{
    pthread_mutex_lock(&logins->lock);
    bool crowded = logins->next_ns > now_ns + AT_LOGIN_QUEUE_MS * AT_NS_PER_MS;
    pthread_mutex_unlock(&logins->lock);
    return crowded;
}
