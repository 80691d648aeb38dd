#include "virtual-android/adbd/service.h"

#include <string.h>

#include "virtual-android/adbd/stream.h"

static void
say(struct vd_stream *stream, const char *text)
{
    vd_stream_accept(stream);
    vd_stream_write(stream, text, strlen(text));
}

static void
run_root(struct vd_stream *stream, struct at_str words, const char *rest)
{
    (void)words, (void)rest;
    say(stream, "adbd cannot run as root in production builds\n");
}

static void
run_unroot(struct vd_stream *stream, struct at_str words, const char *rest)
{
    (void)words, (void)rest;
    say(stream, "adbd not running as root\n");
}

static void
run_remount(struct vd_stream *stream, struct at_str words, const char *rest)
{
    (void)words, (void)rest;
    say(stream, "Not running as root. Try \"adb root\" first.\n");
}

// The client reads the end, because no process can be listed or restarted.
static void
run_nothing(struct vd_stream *stream, struct at_str words, const char *rest)
{
    (void)words, (void)rest;
    vd_stream_accept(stream);
}

// No process can be debugged: send an empty list and stay open.
static void
run_track_jdwp(struct vd_stream *stream, struct at_str words, const char *rest)
{
    char ignored[256];
    (void)words, (void)rest;
    say(stream, "0000");
    while (vd_stream_read(stream, ignored, sizeof(ignored)) > 0)
        continue;
}

struct vd_service {
    const char *name;
    // words and rest are borrowed for the call; rest is NUL-terminated.
    void (*run)(struct vd_stream *stream, struct at_str words,
                const char *rest);
};

// A service that has no row is refused.
static const struct vd_service services[] = {
    {"shell", vd_service_shell},
    {"exec", vd_service_exec},
    {"sync", vd_service_sync},
    {"tcp", vd_service_socket},
    {"localabstract", vd_service_socket},
    {"reverse", vd_service_reverse},
    {"track-jdwp", run_track_jdwp},
    {"jdwp", run_nothing},
    {"root", run_root},
    {"unroot", run_unroot},
    {"remount", run_remount},
    {"reboot", run_nothing},
    {0},
};

// The row of a service; NULL: unknown.
static const struct vd_service *
find(const char *service, struct at_str *out_words, const char **out_rest)
{
    const char *colon = strchr(service, ':');
    struct at_str head =
        colon ? at_str_n(service, (size_t)(colon - service)) : at_str(service);
    struct at_str name = head;
    at_str_next(&head, ',', &name);
    *out_words = head;
    *out_rest = colon ? colon + 1 : "";
    for (const struct vd_service *at = services; at->name; at++) {
        if (at_str_is(name, at->name))
            return at;
    }
    return NULL;
}

void
vd_service_run(struct vd_stream *stream)
{
    struct at_str words;
    const char *rest;
    const struct vd_service *service =
        find(vd_stream_service(stream), &words, &rest);
    if (service)
        service->run(stream, words, rest);
}
