// maestro_script_fuzz.c: what the script's process sends, and what we send it,
// is taken apart without a byte beyond it; what is written is read again
#include <stdlib.h>
#include <string.h>

#include "base/limits_script.h"
#include "maestro/script/fetch.h"
#include "maestro/script/wire.h"
#include "wire/frames.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

enum { MAX_BYTES = 4096 };

static bool
answer(const struct at_op *op, void *user,
       const struct at_maestro_exchange *exchange,
       struct at_maestro_answer *out, struct at_err *err)
{
    int *count = user;
    (void)op;
    if (strpbrk(exchange->url, "\r\n") && exchange->method[0] == '\0')
        abort();
    if (++*count > 30)
        abort(); // redirects go on for ever
    for (size_t i = 0; i < exchange->headers->count; i++) {
        if (strpbrk(exchange->headers->words[i], "\r\n"))
            abort();
    }
    out->status = exchange->url[strlen(exchange->url) - 1] == 'r' ? 302 : 200;
    at_argv_add_fmt(&out->headers, "Location: %s",
                    exchange->body.len > 3 ? "../ar" : "//other/r");
    at_buf_add_str(&out->body, exchange->body);
    return exchange->url[0] != 'H' || at_fail(err, AT_ENODEV, "no");
}

static void
check_texts(struct at_str payload)
{
    struct at_buf again = AT_BUF_INIT(payload.len + 1);
    struct at_str rest = payload, text, five[5];
    size_t count = 0;
    while (at_script_text_next(&rest, &text)) {
        at_script_text_add(&again, text);
        count++;
    }
    if (again.len + rest.len != payload.len ||
        (again.len && memcmp(again.data, payload.ptr, again.len) != 0))
        abort();
    if (at_script_texts(payload, five, 5) != (count == 5 && rest.len == 0))
        abort();
    at_buf_deinit(&again);
}

static void
check_fetch(struct at_str payload)
{
    int count = 0;
    const struct at_op op = {AT_NEVER_NS, NULL};
    const struct at_maestro_fetcher fetcher = {answer, &count};
    const struct at_maestro_fetch_opts opts = {
        .fetcher = &fetcher, .workspace = "tests/fuzz/corpus/maestro_script"};
    struct at_buf out = AT_BUF_INIT(AT_SCRIPT_MESSAGE_MAX_BYTES);
    struct at_str text, rest;
    if (at_maestro_fetch(&op, &opts, payload, &out, NULL)) {
        rest = at_buf_str(&out);
        if (!at_script_text_next(&rest, &text))
            abort();
    }
    at_buf_deinit(&out);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_frames frames;
    struct at_str payload;
    uint8_t kind;
    at_frames_init(&frames, MAX_BYTES);
    for (size_t at = 0; at < len; at += 7) {
        size_t piece = len - at < 7 ? len - at : 7;
        if (!at_frames_add(&frames, at_str_n((const char *)data + at, piece),
                           NULL))
            break;
        while (at_frames_next(&frames, &kind, &payload)) {
            if (payload.len > MAX_BYTES)
                abort();
            check_texts(payload);
            if (kind == AT_SCRIPT_HTTP)
                check_fetch(payload);
        }
    }
    at_frames_deinit(&frames);
    return 0;
}
