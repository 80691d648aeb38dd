#include "mcp/shelf.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "mcp/session_priv.h"

bool
at_shelf_put(struct at_session *session, enum at_shelf_kind kind,
             struct at_str bytes)
{
    struct at_sessions *pool = session->pool;
    struct at_buf fresh = AT_BUF_INIT(AT_SHELF_MAX_BYTES);
    if (!pool)
        return false;
    // What does not fit leaves nothing: the one before is not the last.
    bool fits = at_buf_add_str(&fresh, bytes);
    pthread_mutex_lock(&pool->lock);
    struct at_buf old = session->shelf[kind];
    session->shelf[kind] = fresh;
    bool named = session->handle[0] != '\0';
    pthread_mutex_unlock(&pool->lock);
    at_buf_deinit(&old);
    return fits && named;
}

void
at_shelf_clear(struct at_session *session)
{
    struct at_sessions *pool = session->pool;
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    for (size_t kind = 0; kind < AT_SHELF_COUNT; kind++)
        at_buf_deinit(&session->shelf[kind]);
    pthread_mutex_unlock(&pool->lock);
}

bool
at_shelf_get(struct at_sessions *pool, struct at_str handle,
             enum at_shelf_kind kind, struct at_buf *out)
{
    pthread_mutex_lock(&pool->lock);
    const struct at_session *session = at_sessions_find(pool, handle);
    bool has =
        session && at_session_is_open(session) && session->shelf[kind].len > 0;
    if (has)
        at_buf_add_str(out, at_buf_str(&session->shelf[kind]));
    pthread_mutex_unlock(&pool->lock);
    return has && !out->overflow;
}

static unsigned
contents(const struct at_session *session)
{
    unsigned has = 0;
    for (unsigned kind = 0; kind < AT_SHELF_COUNT; kind++)
        has |= session->shelf[kind].len > 0 ? 1U << kind : 0;
    return has;
}

void
at_shelf_each(struct at_sessions *pool, at_shelf_tell *tell, void *user)
{
    const struct at_session *open[AT_SESSIONS_MAX];
    size_t count = 0;
    pthread_mutex_lock(&pool->lock);
    const struct at_session *session = pool->first;
    for (; session && count < AT_SESSIONS_MAX; session = session->next) {
        if (at_session_is_open(session))
            open[count++] = session;
    }
    while (count-- > 0) // the newest stands in front
        tell(user, open[count]->handle, contents(open[count]));
    pthread_mutex_unlock(&pool->lock);
}
