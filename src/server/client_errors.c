// client_errors.c: errors that the web page reports
#define AT_LOG_MODULE "page"
#include "server/client_errors.h"

#include <inttypes.h>

#include "base/limits.h"
#include "base/op.h"
#include "base/quote.h"
#include "base/wipe.h"
#include "server/handlers.h"
#include "server/server_priv.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "tester/access/known_secrets.h"
#include "wire/json.h"

void
at_client_errors_init(struct at_client_errors *errors)
{
    *errors = (struct at_client_errors){.next_ns = 0};
    pthread_mutex_init(&errors->lock, NULL);
}

void
at_client_errors_deinit(struct at_client_errors *errors)
{
    pthread_mutex_destroy(&errors->lock);
}

bool
at_client_errors_admit(struct at_client_errors *errors, int64_t now_ns,
                       uint64_t *out_dropped)
{
    const int64_t pause_ns = AT_CLIENT_ERRORS_PAUSE_MS * AT_NS_PER_MS;
    pthread_mutex_lock(&errors->lock);
    if (errors->next_ns < now_ns)
        errors->next_ns = now_ns;
    bool ok =
        errors->next_ns - now_ns <= (AT_CLIENT_ERRORS_BURST - 1) * pause_ns;
    *out_dropped = errors->dropped;
    errors->dropped = ok ? 0 : errors->dropped + 1;
    if (ok)
        errors->next_ns += pause_ns;
    pthread_mutex_unlock(&errors->lock);
    return ok;
}

// Append text with each occurrence of the token replaced.
static void
mask_token(struct at_str text, struct at_str token, struct at_buf *out)
{
    ptrdiff_t at;
    while (token.len > 0 && (at = at_str_find(text, token)) >= 0) {
        at_buf_add(out, text.ptr, (size_t)at);
        at_buf_add_text(out, "{{token}}");
        text = at_str_skip(text, (size_t)at + token.len);
    }
    at_buf_add(out, text.ptr, text.len);
}

// Append ,"name":"text" without what could end the text or the line, so that
// its length stays as it is.
static void
add_member(struct at_buf *out, const char *name, struct at_str text, size_t max)
{
    struct at_buf line = AT_BUF_INIT(AT_HTTP_BODY_MAX_BYTES);
    at_line_write(text, &line);
    struct at_str head = at_utf8_head(at_buf_str(&line), max);
    at_buf_add_fmt(out, "%s\"%s\":\"", out->len > 1 ? "," : "", name);
    for (size_t i = 0; i < head.len; i++) {
        char c = head.ptr[i];
        at_buf_add_char(out, (char)(c == '"' ? '\'' : c == '\\' ? '/' : c));
    }
    at_buf_add_text(out, "\"");
    at_buf_deinit(&line);
}

void
at_client_error_write(const struct at_client_error *error,
                      const struct at_secrets *secrets, struct at_str token,
                      struct at_buf *out)
{
    const struct {
        const char *name;
        struct at_str text;
        size_t max;
    } members[] = {
        {"message", error->message, 300},
        {"page", error->page, 200},
        {"version", error->version, 40},
        {"stack", error->stack, 1200},
    };
    at_buf_add_text(out, "{");
    for (size_t i = 0; i < AT_LEN(members); i++) {
        struct at_buf once = AT_BUF_INIT(AT_HTTP_BODY_MAX_BYTES);
        struct at_buf masked = AT_BUF_INIT(AT_HTTP_BODY_MAX_BYTES);
        mask_token(members[i].text, token, &once);
        at_secrets_mask(secrets, at_buf_str(&once), &masked);
        if (masked.len > 0)
            add_member(out, members[i].name, at_buf_str(&masked),
                       members[i].max);
        at_wipe_buf(&once);
        at_wipe_buf(&masked);
    }
    at_buf_add_text(out, "}");
}

static struct at_secrets *
own_secrets(struct at_env *env)
{
    struct at_secrets *secrets = NULL;
    return at_secrets_all(env, &secrets, NULL) ? secrets : NULL;
}

static void
log_error(struct at_server_call *call, uint64_t dropped)
{
    const json_t *json = call->request->json;
    const struct at_client_error error = {
        .message = at_json_get_str(json, "message"),
        .stack = at_json_get_str(json, "stack"),
        .page = at_json_get_str(json, "page"),
        .version = at_json_get_str(json, "version"),
    };
    struct at_buf line = AT_BUF_INIT(AT_CLIENT_ERROR_LINE_MAX_BYTES);
    struct at_secrets *secrets = own_secrets(call->opts->env);
    at_client_error_write(&error, secrets, call->opts->token, &line);
    at_secrets_free(secrets);
    if (dropped > 0)
        at_log_warn("%" PRIu64 " more errors of pages were dropped", dropped);
    at_log_warn("client error %s", at_buf_text(&line));
    at_buf_deinit(&line);
}

void
at_serve_client_error(struct at_server_call *call)
{
    uint64_t dropped;
    if (at_json_get_str(call->request->json, "message").len == 0) {
        at_server_reply_problem(call->reply, 400, "the message is missing");
    } else if (at_client_errors_admit(at_server_client_errors(call->server),
                                      at_now_ns(), &dropped)) {
        log_error(call, dropped);
        call->reply->status = 204;
    } else {
        at_server_reply_problem(call->reply, 429,
                                "too many errors of pages: later ones are "
                                "counted only");
    }
}
