#include "virtual-android/service.h"

#include <stdio.h>
#include <string.h>

#include "virtual-android/stream.h"

static void
say(struct va_stream *stream, const char *text)
{
    va_stream_accept(stream);
    va_stream_write(stream, text, strlen(text));
}

static void
run_root(struct va_stream *stream, struct at_str words, const char *rest)
{
    (void)words, (void)rest;
    say(stream, "adbd cannot run as root in production builds\n");
}

static void
run_unroot(struct va_stream *stream, struct at_str words, const char *rest)
{
    (void)words, (void)rest;
    say(stream, "adbd not running as root\n");
}

static void
run_remount(struct va_stream *stream, struct at_str words, const char *rest)
{
    (void)words, (void)rest;
    say(stream, "Not running as root. Try \"adb root\" first.\n");
}

// No process to list, nothing to restart: the caller reads the end.
static void
run_nothing(struct va_stream *stream, struct at_str words, const char *rest)
{
    (void)words, (void)rest;
    va_stream_accept(stream);
}

// Nothing can be debugged here: one empty list, and open until closed.
static void
run_track_jdwp(struct va_stream *stream, struct at_str words, const char *rest)
{
    char ignored[256];
    (void)words, (void)rest;
    say(stream, "0000");
    while (va_stream_read(stream, ignored, sizeof(ignored)) > 0)
        continue;
}

static void
run_reverse(struct va_stream *stream, struct at_str words, const char *rest)
{
    static const char no[] = "reverse forwarding is not supported here";
    char reply[sizeof(no) + 16];

    (void)words;
    if (strcmp(rest, "list-forward") == 0) {
        say(stream, "0000");
    } else if (strcmp(rest, "killforward-all") == 0) {
        say(stream, "OKAY");
    } else {
        snprintf(reply, sizeof(reply), "FAIL%04x%s", (unsigned)strlen(no), no);
        say(stream, reply);
    }
}

const struct va_service va_services[] = {
    {"shell", va_service_shell},
    {"exec", va_service_exec},
    {"sync", va_service_sync},
    {"tcp", va_service_socket},
    {"localabstract", va_service_socket},
    {"reverse", run_reverse},
    {"track-jdwp", run_track_jdwp},
    {"jdwp", run_nothing},
    {"root", run_root},
    {"unroot", run_unroot},
    {"remount", run_remount},
    {"reboot", run_nothing},
    {0},
};

const struct va_service *
va_service_find(const char *service, struct at_str *out_words,
                const char **out_rest)
{
    const char *colon = strchr(service, ':');
    struct at_str head =
        colon ? at_str_n(service, (size_t)(colon - service)) : at_str(service);
    struct at_str name = head;

    at_str_next(&head, ',', &name);
    *out_words = head;
    *out_rest = colon ? colon + 1 : "";
    for (const struct va_service *at = va_services; at->name; at++) {
        if (at_str_is(name, at->name))
            return at;
    }
    return NULL;
}
