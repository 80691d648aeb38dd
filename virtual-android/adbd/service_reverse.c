// Reverse forwards are kept as their list only: nothing on the device connects.
// They are the condition "reverse", one a line, as adb lists them.
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "virtual-android/adbd/service.h"
#include "virtual-android/adbd/stream.h"
#include "virtual-android/model/device.h"

enum { LIST_MAX_BYTES = 4096 };

static void
say(struct vd_stream *stream, const char *text)
{
    vd_stream_accept(stream);
    vd_stream_write(stream, text, strlen(text));
}

static void
say_counted(struct vd_stream *stream, const char *head, const char *text)
{
    char reply[LIST_MAX_BYTES + 16];
    snprintf(reply, sizeof(reply), "%s%04x%s", head, (unsigned)strlen(text),
             text);
    say(stream, reply);
}

// "NAME DEVICE HOST" of the list is about this socket of the device.
static bool
is_about(struct at_str line, struct at_str device)
{
    struct at_str part = {0};
    at_str_next(&line, ' ', &part);
    at_str_next(&line, ' ', &part);
    return at_str_eq(part, device);
}

// Append the list without this socket of the device.
static void
copy_others(const char *list, struct at_str device, struct at_buf *out)
{
    struct at_str rest = at_str(list);
    struct at_str line;
    while (at_str_next_line(&rest, &line)) {
        if (!is_about(line, device))
            at_buf_add_fmt(out, "%.*s\n", AT_STR_ARG(line));
    }
}

static void
change(struct vd_stream *stream, const char *list, struct at_str device,
       struct at_str host)
{
    struct at_buf next = AT_BUF_INIT(LIST_MAX_BYTES - 1);
    copy_others(list, device, &next);
    if (host.len > 0)
        at_buf_add_fmt(&next, "host-1 %.*s %.*s\n", AT_STR_ARG(device),
                       AT_STR_ARG(host));
    if (next.overflow) {
        say_counted(stream, "FAIL", "too many reverse forwards");
    } else {
        vd_device_set_condition(vd_stream_device(stream), "reverse",
                                at_buf_text(&next));
        say(stream, "OKAY");
    }
    at_buf_deinit(&next);
}

// "forward:[norebind:]tcp:8081;tcp:9000"
static void
forward(struct vd_stream *stream, const char *list, const char *what)
{
    struct at_str host = at_str(what);
    struct at_str device = {0};
    if (at_str_starts(host, AT_STR("norebind:")))
        host = at_str_skip(host, 9);
    at_str_next(&host, ';', &device);
    if (!at_str_starts(device, AT_STR("tcp:")) ||
        !at_str_starts(host, AT_STR("tcp:")))
        say_counted(stream, "FAIL", "only tcp:PORT is known here");
    else
        change(stream, list, device, host);
}

void
vd_service_reverse(struct vd_stream *stream, struct at_str words,
                   const char *rest)
{
    char list[LIST_MAX_BYTES];
    (void)words;
    vd_device_condition(vd_stream_device(stream), "reverse", list,
                        sizeof(list));
    if (strcmp(rest, "list-forward") == 0) {
        say_counted(stream, "", list);
    } else if (strcmp(rest, "killforward-all") == 0) {
        vd_device_set_condition(vd_stream_device(stream), "reverse", "");
        say(stream, "OKAY");
    } else if (strncmp(rest, "killforward:", 12) == 0) {
        change(stream, list, at_str(rest + 12), at_str(""));
    } else if (strncmp(rest, "forward:", 8) == 0) {
        forward(stream, list, rest + 8);
    } else {
        say_counted(stream, "FAIL", "unknown request");
    }
}
