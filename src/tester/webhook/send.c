// send.c: the request over HTTPS, and what is kept of its answer
#include "tester/webhook/send.h"

#include <string.h>

#include "base/limits.h"
#include "sys/clock.h"

enum { SEND_MAX_MS = 15000, IDLE_MAX_MS = 10000 };

#define READ_MAX_BYTES AT_MIB // the rest of an answer is not waited for
#define PIECE_MAX_BYTES (4 * AT_KIB)

struct at_https *
at_webhook_https_new(void)
{
    return at_https_new("mobile-tester-agent/" AT_VERSION);
}

static bool
keep_piece(void *user, struct at_str bytes)
{
    struct at_buf *kept = user;
    at_buf_add_str(kept, at_str_head(bytes, kept->max - kept->len));
    return true;
}

// Keep the start of the answer. It may repeat the request, with its secrets.
static void
keep_excerpt(const struct at_webhook *webhook, struct at_str body,
             struct at_webhook_answer *out)
{
    struct at_buf text = AT_BUF_INIT(4 * PIECE_MAX_BYTES);
    at_webhook_mask(webhook, at_str_head(body, PIECE_MAX_BYTES), &text);
    at_str_cut(out->excerpt, sizeof(out->excerpt), at_buf_str(&text));
    at_buf_deinit(&text);
}

// A message may name the address.
static void
set_error(const struct at_webhook *webhook, struct at_webhook_answer *out,
          const char *words)
{
    struct at_buf text = AT_BUF_INIT(4 * PIECE_MAX_BYTES);
    at_webhook_mask(webhook, at_str(words), &text);
    at_str_cut(out->error, sizeof(out->error), at_buf_str(&text));
    at_buf_deinit(&text);
}

static void
judge(const struct at_webhook *webhook, const struct at_https_answer *answer,
      struct at_webhook_answer *out)
{
    int64_t seconds;
    out->status = answer->status;
    if (answer->retry_after &&
        at_str_to_i64(at_str(answer->retry_after), 1, 86400, &seconds))
        out->wait_ms = seconds * 1000;
    if (answer->status >= 200 && answer->status < 300)
        return;
    if (answer->status >= 300 && answer->status < 400)
        set_error(webhook, out, "it was redirected, which is not followed");
    else
        set_error(webhook, out, "it was refused");
}

bool
at_webhook_send(const struct at_op *op, struct at_https *https,
                const char *ca_file, const struct at_webhook *webhook,
                const struct at_webhook_message *message,
                struct at_webhook_answer *out)
{
    struct at_err err = AT_ERR_INIT;
    struct at_webhook_request request;
    struct at_https_answer answer = {0};
    struct at_buf kept = AT_BUF_INIT(PIECE_MAX_BYTES);
    struct at_op within = at_op_sub(op, at_now_ns(), SEND_MAX_MS);
    *out = (struct at_webhook_answer){0};
    if (webhook->locked) { // another host may have the key
        set_error(webhook, out, webhook->locked);
        return false;
    }
    bool made = at_webhook_request(webhook, message, &request, &err);
    const struct at_https_request sent = {
        .method = request.method,
        .url = request.url,
        .headers = &request.headers,
        .body = at_buf_str(&request.body),
        .idle_ms = IDLE_MAX_MS,
        .max_bytes = READ_MAX_BYTES,
        .way = {.allow_http = webhook->allow_private,
                .public_only = !webhook->allow_private,
                .ca_file = ca_file},
        .piece = keep_piece,
        .user = &kept,
    };
    bool ok = made && at_https_send(&within, https, &sent, &answer, &err);
    // An answer that is too long has been taken all the same.
    if (ok || (made && err.code == AT_ELIMIT && answer.status > 0))
        judge(webhook, &answer, out);
    else
        set_error(webhook, out, err.msg);
    out->is_final = !made;
    keep_excerpt(webhook, at_buf_str(kept.len > 0 ? &kept : &answer.body), out);
    at_https_answer_deinit(&answer);
    at_webhook_request_deinit(&request);
    at_buf_deinit(&kept);
    return out->error[0] == '\0';
}
