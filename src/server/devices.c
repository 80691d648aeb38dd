// devices.c: device screens, and single steps on a device
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "server/audit.h"
#include "server/forward.h"
#include "server/handlers.h"
#include "sys/clock.h"
#include "tester/view/pointing.h"
#include "tester/view/streams.h"

static void
add_headers(struct at_server_call *call, const struct at_frame *frame)
{
    char text[32];
    static const char *const secrets[] = {
        [AT_VIEW_RUN] = "run", [AT_VIEW_TYPED] = "typed"};
    enum at_view_cover cover =
        at_views_cover(call->opts->views, call->reply->wanted.device);
    bool by_run = frame ? at_frame_is_by_run(frame) : cover != AT_VIEW_OPEN;
    if (frame) {
        snprintf(text, sizeof(text), "%" PRId64, at_frame_number(frame));
        at_server_reply_header(call->reply, "X-Frame", text);
    }
    at_server_reply_header(call->reply, "X-Frame-Source",
                           by_run ? "run" : "device");
    if (cover != AT_VIEW_OPEN)
        at_server_reply_header(call->reply, "X-Frame-Secrets", secrets[cover]);
    call->reply->cache = "no-store";
}

// Takes over the frame.
static void
reply_frame(struct at_server_call *call, struct at_frame *frame)
{
    struct at_server_reply *reply = call->reply;
    struct at_err err = AT_ERR_INIT;
    struct at_str bytes = at_frame_bytes(frame);
    int64_t width_px = at_request_query_i64(call->request, "width", 0);
    reply->frame = frame;
    if (width_px > 0 && !at_frame_jpeg(frame, (size_t)width_px, &bytes, &err)) {
        at_server_reply_failure(reply, &err);
        return;
    }
    reply->status = 200;
    reply->fixed = bytes;
    reply->type = width_px > 0 ? "image/jpeg" : at_frame_type(frame);
    snprintf(reply->tag, sizeof(reply->tag), "\"%" PRId64 "-%" PRId64 "\"",
             at_frame_number(frame), width_px);
    add_headers(call, frame);
}

void
at_serve_frame(struct at_server_call *call)
{
    struct at_server_reply *reply = call->reply;
    struct at_frame *frame;
    struct at_err err = AT_ERR_INIT;
    int64_t now_ns = at_now_ns();
    if (at_forward_device(call, at_request_query(call->request, "host")))
        return;
    if (*call->wait_until_ns == 0)
        *call->wait_until_ns =
            now_ns +
            at_request_query_i64(call->request, "waitMs", AT_VIEW_WAIT_MAX_MS) *
                AT_NS_PER_MS;
    reply->wanted = (struct at_view_wanted){
        .after = at_request_query_i64(call->request, "after", 0),
        .deadline_ns = *call->wait_until_ns,
    };
    at_str_cut(reply->wanted.device, sizeof(reply->wanted.device),
               call->request->params[0]);
    if (!at_views_look(&call->op, call->opts->views, &reply->wanted, &frame,
                       &err)) {
        at_server_reply_failure(reply, &err);
    } else if (frame) {
        reply_frame(call, frame);
    } else if (now_ns < *call->wait_until_ns) {
        reply->parked = true;
    } else {
        reply->status = 204;
        add_headers(call, NULL);
    }
}

// A device without video is not a failure: the client then shows frames.
void
at_serve_stream(struct at_server_call *call)
{
    struct at_server_reply *reply = call->reply;
    const struct at_platform *platform;
    struct at_err err = AT_ERR_INIT;
    at_str_cut(reply->wanted.device, sizeof(reply->wanted.device),
               call->request->params[0]);
    bool elsewhere =
        at_forward_is_elsewhere(call, at_request_query(call->request, "host"));
    bool ok =
        elsewhere
            ? at_fail(&err, AT_EUNSUPPORTED,
                      "video of another host's device is not passed on")
            : at_streams_check(&call->op, at_views_streams(call->opts->views),
                               reply->wanted.device, &platform, &err);
    if (!ok && err.code != AT_EUNSUPPORTED && err.code != AT_EBUSY) {
        at_server_reply_failure(reply, &err);
        return;
    }
    reply->status = 200;
    reply->type = "application/octet-stream";
    reply->cache = "no-store";
    if (ok)
        reply->video = platform;
    else
        at_stream_write_end(&reply->body, &err);
}

static void
reply_json(struct at_server_call *call, bool ok, json_t *json,
           const struct at_err *err)
{
    if (ok)
        at_server_reply_json(call->reply, 200, json);
    else
        at_server_reply_failure(call->reply, err);
    call->reply->cache = "no-store";
}

void
at_serve_screen(struct at_server_call *call)
{
    json_t *json = NULL;
    struct at_err err = AT_ERR_INIT;
    bool ok = at_point_screen(
        &call->op, call->opts->runs, call->request->params[0],
        at_request_query(call->request, "packageName"), &json, &err);
    reply_json(call, ok, json, &err);
}

void
at_serve_point(struct at_server_call *call)
{
    json_t *json = NULL;
    struct at_err err = AT_ERR_INIT;
    bool ok =
        at_point_step(&call->op, call->opts->runs, call->request->params[0],
                      call->request->json, &json, &err);
    char device[AT_STORE_KEY_MAX + 1];
    at_str_cut(device, sizeof(device), call->request->params[0]);
    if (ok)
        at_audit(call, "pointed", AT_STORE_DEVICE, device);
    reply_json(call, ok, json, &err);
}
