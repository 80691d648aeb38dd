// none.c: the bus of a program that was built without the library
#include "bus/bus.h"

struct at_bus {
    int unused;
};

bool
at_bus_is_built(struct at_err *err)
{
    return at_fail(err, AT_EUNSUPPORTED,
                   "--nats needs libnats, and this program was built without "
                   "it: use the package of Debian or the "
                   "container image, or install libnats-dev and build again");
}

bool
at_bus_open(const struct at_bus_opts *opts, struct at_bus **out,
            struct at_err *err)
{
    (void)opts;
    *out = NULL;
    return at_bus_is_built(err);
}

void
at_bus_interrupt(struct at_bus *bus)
{
    (void)bus;
}

void
at_bus_hurry(struct at_bus *bus)
{
    (void)bus;
}

void
at_bus_free(struct at_bus *bus)
{
    (void)bus;
}

bool
at_bus_prepare(struct at_bus *bus, const struct at_bus_stream *stream,
               struct at_bus_stream_state *out, struct at_err *err)
{
    (void)bus;
    (void)stream;
    *out = (struct at_bus_stream_state){0};
    return at_bus_is_built(err);
}

bool
at_bus_stream_state(struct at_bus *bus, const char *stream,
                    struct at_bus_stream_state *out, struct at_err *err)
{
    (void)bus;
    (void)stream;
    *out = (struct at_bus_stream_state){0};
    return at_bus_is_built(err);
}

bool
at_bus_publish(struct at_bus *bus, const struct at_bus_message *message,
               uint64_t *out_sequence, struct at_err *err)
{
    (void)bus;
    (void)message;
    *out_sequence = 0;
    return at_bus_is_built(err);
}

bool
at_bus_last(struct at_bus *bus, const char *stream, const char *subject,
            struct at_bus_last *out, struct at_err *err)
{
    (void)bus;
    (void)stream;
    (void)subject;
    *out = (struct at_bus_last){0};
    return at_bus_is_built(err);
}

bool
at_bus_purge(struct at_bus *bus, const char *stream, const char *subject,
             struct at_err *err)
{
    (void)bus;
    (void)stream;
    (void)subject;
    return at_bus_is_built(err);
}

bool
at_bus_follow(struct at_bus *bus, const struct at_bus_following *following,
              struct at_bus_follower **out, struct at_err *err)
{
    (void)bus;
    (void)following;
    *out = NULL;
    return at_bus_is_built(err);
}

void
at_bus_follower_move(struct at_bus_follower *follower)
{
    (void)follower;
}

void
at_bus_follower_free(struct at_bus_follower *follower)
{
    (void)follower;
}

void
at_bus_state(struct at_bus *bus, struct at_bus_state *out)
{
    (void)bus;
    *out = (struct at_bus_state){0};
}
