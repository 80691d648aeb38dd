// outputs.c: one buffer for each kind of output
#include "mcp/outputs.h"

#include "base/limits.h"

void
at_outputs_init(struct at_outputs *outputs)
{
    *outputs = (struct at_outputs){0};
    pthread_mutex_init(&outputs->lock, NULL);
}

void
at_outputs_deinit(struct at_outputs *outputs)
{
    at_outputs_clear(outputs);
    pthread_mutex_destroy(&outputs->lock);
}

bool
at_outputs_put(struct at_outputs *outputs, enum at_session_output kind,
               struct at_str bytes)
{
    struct at_buf fresh = AT_BUF_INIT(AT_SESSION_OUTPUT_MAX_BYTES);
    bool fits = at_buf_add_str(&fresh, bytes);
    pthread_mutex_lock(&outputs->lock);
    struct at_buf old = outputs->bytes[kind];
    outputs->bytes[kind] = fresh;
    pthread_mutex_unlock(&outputs->lock);
    at_buf_deinit(&old);
    return fits;
}

void
at_outputs_clear(struct at_outputs *outputs)
{
    pthread_mutex_lock(&outputs->lock);
    for (size_t kind = 0; kind < AT_SESSION_OUTPUTS; kind++)
        at_buf_deinit(&outputs->bytes[kind]);
    pthread_mutex_unlock(&outputs->lock);
}

bool
at_outputs_get(struct at_outputs *outputs, enum at_session_output kind,
               struct at_buf *out)
{
    pthread_mutex_lock(&outputs->lock);
    const struct at_buf *bytes = &outputs->bytes[kind];
    bool ok = bytes->len > 0 && at_buf_add_str(out, at_buf_str(bytes));
    pthread_mutex_unlock(&outputs->lock);
    return ok;
}

unsigned
at_outputs_kinds(struct at_outputs *outputs)
{
    unsigned kinds = 0;
    pthread_mutex_lock(&outputs->lock);
    for (unsigned kind = 0; kind < AT_SESSION_OUTPUTS; kind++)
        kinds |= outputs->bytes[kind].len > 0 ? 1U << kind : 0;
    pthread_mutex_unlock(&outputs->lock);
    return kinds;
}
