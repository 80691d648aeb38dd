#include "maestro/script/fetch_peer.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits_script.h"
#include "maestro/script/peer.h"
#include "maestro/script/wire.h"
#include "sys/installed.h"

static const char program_name[] = "agentest-fetch";

struct at_maestro_fetch_peer {
    const char *program;
    bool local;
    struct at_script_peer *peer; // NULL: not started
    struct at_maestro_fetcher fetcher;
};

static bool
start(struct at_maestro_fetch_peer *peer, struct at_err *err)
{
    const char *const argv[] = {peer->program, "--serve",
                                peer->local ? "--local" : NULL, NULL};
    if (!peer->peer && !peer->program)
        return at_fail(err, AT_ENOTOOL,
                       "%s is not installed: put it beside this program",
                       program_name);
    if (!peer->peer)
        peer->peer = at_script_peer_start(argv, NULL, err);
    return peer->peer != NULL;
}

static bool
send_exchange(const struct at_op *op, struct at_maestro_fetch_peer *peer,
              const struct at_maestro_exchange *exchange, struct at_err *err)
{
    struct at_str texts[4 + AT_SCRIPT_FIELDS_MAX + 2] = {
        at_str(exchange->method), at_str(exchange->url),
        at_str(exchange->has_body ? "1" : ""), exchange->body};
    size_t count = 4;
    for (size_t i = 0; i < exchange->headers->count &&
                       count < sizeof(texts) / sizeof(texts[0]);
         i++)
        texts[count++] = at_str(exchange->headers->words[i]);
    return at_script_peer_send_texts(op, peer->peer, AT_FETCH_EXCHANGE, texts,
                                     count, err);
}

static bool
broken(struct at_err *err)
{
    return at_fail(err, AT_EPROTO, "%s does not follow its protocol",
                   program_name);
}

static bool
failed(struct at_str payload, struct at_err *err)
{
    struct at_str texts[2];
    int64_t code;
    if (!at_script_texts(payload, texts, 2) ||
        !at_str_to_i64(texts[0], AT_OK + 1, AT_CODE_COUNT - 1, &code))
        return broken(err);
    return at_fail(err, (enum at_code)code, "%.*s", AT_STR_ARG(texts[1]));
}

static bool
answered(struct at_str payload, struct at_maestro_answer *out,
         struct at_err *err)
{
    struct at_str status, body, header;
    int64_t number;
    if (!at_script_text_next(&payload, &status) ||
        !at_str_to_i64(status, 100, 999, &number) ||
        !at_script_text_next(&payload, &body))
        return broken(err);
    out->status = (int)number;
    if (!at_buf_add_str(&out->body, body))
        return broken(err);
    while (out->headers.count < AT_SCRIPT_FIELDS_MAX &&
           at_script_text_next(&payload, &header))
        at_argv_add_str(&out->headers, header);
    return payload.len == 0 || broken(err);
}

static bool
exchange(const struct at_op *op, void *user,
         const struct at_maestro_exchange *exchange,
         struct at_maestro_answer *out, struct at_err *err)
{
    struct at_maestro_fetch_peer *peer = user;
    struct at_str payload;
    int kind;
    struct at_err why = AT_ERR_INIT;
    if (!start(peer, err))
        return false;
    if (!send_exchange(op, peer, exchange, &why) ||
        !at_script_peer_read(op, peer->peer, &kind, &payload, &why)) {
        at_script_peer_end(peer->peer, 0);
        peer->peer = NULL;
        at_err_context(&why, "%s", program_name);
        return at_err_pass(err, &why);
    }
    if (kind == AT_FETCH_FAILED)
        return failed(payload, err);
    return kind == AT_FETCH_ANSWER ? answered(payload, out, err) : broken(err);
}

struct at_maestro_fetch_peer *
at_maestro_fetch_peer_new(const char *program, bool local)
{
    struct at_maestro_fetch_peer *peer = at_alloc(sizeof(*peer));
    peer->program = program;
    peer->local = local;
    peer->fetcher = (struct at_maestro_fetcher){exchange, peer};
    return peer;
}

void
at_maestro_fetch_peer_free(struct at_maestro_fetch_peer *peer)
{
    if (!peer)
        return;
    at_script_peer_end(peer->peer, 0);
    free(peer);
}

const struct at_maestro_fetcher *
at_maestro_fetch_peer_fetcher(const struct at_maestro_fetch_peer *peer)
{
    return &peer->fetcher;
}

char *
at_maestro_fetch_peer_find(void)
{
    return at_installed_program(program_name);
}
