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

static bool
is_of(const struct at_login *row, const struct at_caller *caller)
{
    return row->value[0] && strcmp(row->caller.name, caller->name) == 0 &&
           strcmp(row->caller.hash, caller->hash) == 0;
}

// A free row, else the oldest; among those of the client if it has too many.
static struct at_login *
choose_locked(struct at_logins *logins, const struct at_caller *caller)
{
    struct at_login *oldest = NULL, *own = NULL, *empty = NULL;
    size_t count = 0;
    for (size_t i = 0; i < AT_LOGINS_MAX; i++) {
        struct at_login *row = &logins->rows[i];
        if (!row->value[0])
            empty = row;
        if (!oldest || row->number < oldest->number)
            oldest = row;
        if (!is_of(row, caller))
            continue;
        count++;
        if (!own || row->number < own->number)
            own = row;
    }
    if (count >= AT_LOGINS_OF_ONE_MAX)
        return own;
    return empty ? empty : oldest;
}

void
at_logins_add(struct at_logins *logins, const struct at_caller *caller,
              char out[AT_LOGIN_CHARS + 1])
{
    at_random_hex(out, AT_LOGIN_CHARS);
    out[AT_LOGIN_CHARS] = '\0';
    pthread_mutex_lock(&logins->lock);
    struct at_login *row = choose_locked(logins, caller);
    *row = (struct at_login){.caller = *caller, .number = ++logins->count};
    memcpy(row->value, out, AT_LOGIN_CHARS + 1);
    pthread_mutex_unlock(&logins->lock);
}

static struct at_login *
find_locked(struct at_logins *logins, struct at_str cookie)
{
    struct at_login *found = NULL;
    for (size_t i = 0; i < AT_LOGINS_MAX && cookie.len > 0; i++) {
        struct at_login *row = &logins->rows[i];
        if (row->value[0] && at_secret_eq(cookie, at_str(row->value)))
            found = row;
    }
    return found;
}

bool
at_logins_find(struct at_logins *logins, struct at_str cookie,
               struct at_caller *out)
{
    pthread_mutex_lock(&logins->lock);
    const struct at_login *row = find_locked(logins, cookie);
    if (row)
        *out = row->caller;
    pthread_mutex_unlock(&logins->lock);
    return row != NULL;
}

void
at_logins_end(struct at_logins *logins, struct at_str cookie)
{
    pthread_mutex_lock(&logins->lock);
    struct at_login *row = find_locked(logins, cookie);
    if (row)
        *row = (struct at_login){0};
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
