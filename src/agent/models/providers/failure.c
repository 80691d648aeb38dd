// failure.c: reads the errors of all providers
//
// Seven shapes: {"error":{…}}, {"error":"…"}, {"type":"error","message":…},
// {"message":…}, {"detail":…} of FastAPI, the first element of an array, and
// pages that aren't JSON. Any other JSON is quoted up to QUOTED_MAX_BYTES.
#include <string.h>

#include "agent/models/providers/provider.h"
#include "agent/models/providers/reading.h"
#include "base/ascii.h"
#include "base/civil.h"
#include "base/limits.h"
#include "wire/json.h"

enum {
    QUOTED_MAX_BYTES = 300, // quoted from a body of unknown shape
    SECRET_MIN = 8,         // shorter values are words
};

struct complaint {
    struct at_buf words; // read by people
    struct at_buf tags;  // types, codes and reasons, read by machines
    int status;          // stated in the body; 0: none
    int64_t wait_ms;
};

enum place { IN_TAGS, IN_WORDS };

// The first matching row decides. Words count more than the status: Gemini
// answers 400 to a wrong key, and 429 may mean a used-up quota.
static const struct {
    enum place place;
    const char *needle;
    enum at_model_class class;
} rules[] = {
    {IN_TAGS, "insufficient_quota", AT_MODEL_BILLING},
    {IN_TAGS, "billing", AT_MODEL_BILLING},
    {IN_TAGS, "PerDay", AT_MODEL_BILLING},
    {IN_WORDS, "credit balance is too low", AT_MODEL_BILLING},
    {IN_WORDS, "insufficient balance", AT_MODEL_BILLING},
    {IN_WORDS, "insufficient credits", AT_MODEL_BILLING},
    {IN_WORDS, "specified API usage limits", AT_MODEL_BILLING},
    {IN_WORDS, "enable billing on", AT_MODEL_BILLING},
    {IN_TAGS, "API_KEY_INVALID", AT_MODEL_AUTH},
    {IN_TAGS, "invalid_api_key", AT_MODEL_AUTH},
    {IN_TAGS, "authentication", AT_MODEL_AUTH},
    {IN_WORDS, "API key not valid", AT_MODEL_AUTH},
    {IN_TAGS, "context_length_exceeded", AT_MODEL_TOO_LONG},
    {IN_TAGS, "request_too_large", AT_MODEL_TOO_LONG},
    {IN_TAGS, "exceed_context_size", AT_MODEL_TOO_LONG},
    {IN_WORDS, "prompt is too long", AT_MODEL_TOO_LONG},
    {IN_WORDS, "maximum context length", AT_MODEL_TOO_LONG},
    {IN_WORDS, "exceed context limit", AT_MODEL_TOO_LONG},
    {IN_WORDS, "exceeds the maximum number of tokens", AT_MODEL_TOO_LONG},
    {IN_WORDS, "exceeds the context", AT_MODEL_TOO_LONG},
    {IN_WORDS, "exceeds the available context", AT_MODEL_TOO_LONG},
    {IN_WORDS, "exceeds context", AT_MODEL_TOO_LONG},
    {IN_WORDS, "exceeds maximum context", AT_MODEL_TOO_LONG},
    {IN_WORDS, "context the overflows", AT_MODEL_TOO_LONG},
    {IN_TAGS, "model_not_found", AT_MODEL_BAD_MODEL},
    {IN_WORDS, "model not exist", AT_MODEL_BAD_MODEL},
    {IN_WORDS, "is not a valid model", AT_MODEL_BAD_MODEL},
    {IN_WORDS, "No tool output found", AT_MODEL_BAD_REQUEST},
    {IN_WORDS, "Item with id", AT_MODEL_BAD_REQUEST},
    {IN_WORDS, "requires moderation", AT_MODEL_BAD_REQUEST},
    {IN_TAGS, "overloaded", AT_MODEL_THROTTLED},
    {IN_TAGS, "rate_limit", AT_MODEL_THROTTLED},
    {IN_TAGS, "RESOURCE_EXHAUSTED", AT_MODEL_THROTTLED},
    {IN_TAGS, "insufficient_system_resource", AT_MODEL_THROTTLED},
};

// Classes by status; a row covers statuses up to its own.
static const struct {
    int last;
    enum at_model_class class;
} by_status[] = {
    {299, AT_MODEL_RETRY}, // an error in place of an answer
    {400, AT_MODEL_BAD_REQUEST}, {401, AT_MODEL_AUTH},
    {402, AT_MODEL_BILLING},     {403, AT_MODEL_AUTH},
    {404, AT_MODEL_BAD_MODEL},   {407, AT_MODEL_BAD_REQUEST},
    {409, AT_MODEL_RETRY}, // a timeout or a temporary conflict
    {412, AT_MODEL_BAD_REQUEST}, {413, AT_MODEL_TOO_LONG},
    {424, AT_MODEL_BAD_REQUEST}, {425, AT_MODEL_RETRY},
    {428, AT_MODEL_BAD_REQUEST}, {429, AT_MODEL_THROTTLED},
    {499, AT_MODEL_BAD_REQUEST}, {528, AT_MODEL_RETRY},
    {529, AT_MODEL_THROTTLED},   {999, AT_MODEL_RETRY},
};

// Longer waits are cut to this one. They must not become "not known", because
// the provider clearly asks for patience.
static int64_t
at_most(int64_t ms)
{
    return ms < AT_MODEL_WAIT_MAX_MS ? ms : AT_MODEL_WAIT_MAX_MS;
}

// Convert "38s", "0.5" or "12.25s" to milliseconds, rounded up; -1 for anything
// else.
static int64_t
seconds_to_ms(struct at_str text)
{
    struct at_str rest = at_str_trim(text);
    if (at_str_ends(rest, AT_STR("s")))
        rest.len--;
    struct at_str whole = at_str("");
    int64_t seconds;
    int64_t ms = 0;
    at_str_next(&rest, '.', &whole);
    if (!at_str_to_i64(whole, 0, INT64_MAX / 2000, &seconds))
        return -1;
    int64_t unit = 100;
    for (size_t i = 0; i < rest.len; i++, unit /= 10) {
        if (!at_ascii_is_digit(rest.ptr[i]))
            return -1;
        ms += (rest.ptr[i] - '0') * unit;
    }
    return at_most(seconds * 1000 + ms + (rest.len > 3));
}

static bool
take_number(struct at_str *text, char sep, int *out)
{
    struct at_str part;
    int64_t number;
    if (!at_str_next(text, sep, &part) ||
        !at_str_to_i64(part, 0, 9999, &number))
        return false;
    *out = (int)number;
    return true;
}

static bool
take_month(struct at_str *text, int *out)
{
    static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    struct at_str part;
    if (!at_str_next(text, ' ', &part) || part.len != 3)
        return false;
    ptrdiff_t at = at_str_find(at_str(names), part);
    *out = (int)(at / 3) + 1;
    return at >= 0 && at % 3 == 0;
}

// "Wed, 21 Oct 2026 07:28:00 GMT" (RFC 9110 section 5.6.7).
static bool
date_to_ms(struct at_str text, int64_t *out_ms)
{
    struct at_civil civil = {0};
    struct at_str day;
    if (!at_str_next(&text, ' ', &day) || !at_str_ends(day, AT_STR(",")))
        return false;
    return take_number(&text, ' ', &civil.day) &&
           take_month(&text, &civil.month) && text.len > 4 &&
           at_str_to_i64(at_str_head(text, 4), 0, 9999, &civil.year) &&
           (text = at_str_skip(text, 5),
            take_number(&text, ':', &civil.hour)) &&
           take_number(&text, ':', &civil.minute) &&
           take_number(&text, ' ', &civil.second) && at_str_is(text, "GMT") &&
           at_civil_to_ms(&civil, out_ms);
}

static int64_t
hinted_ms(const struct at_model_head *head)
{
    int64_t ms;
    if (at_str_to_i64(at_str_trim(head->retry_after_ms), 0, INT64_MAX, &ms))
        return at_most(ms);
    if (head->retry_after.len == 0)
        return -1;
    ms = seconds_to_ms(head->retry_after);
    if (ms >= 0 || head->now_ms == 0)
        return ms;
    if (!date_to_ms(at_str_trim(head->retry_after), &ms))
        return -1;
    ms -= head->now_ms;
    return ms > 0 ? at_most(ms) : 0;
}

static void
add_tag(struct complaint *out, const json_t *value)
{
    if (json_is_integer(value)) {
        json_int_t code = json_integer_value(value);
        if (code >= 400 && code <= 599)
            out->status = (int)code;
    }
    at_buf_add_str(&out->tags, at_json_str(value));
    at_buf_add_char(&out->tags, '\n');
}

static void
add_words(struct complaint *out, struct at_str words)
{
    if (words.len == 0)
        return;
    if (out->words.len > 0)
        at_buf_add_text(&out->words, ": ");
    at_buf_add_str(&out->words, words);
}

// Take Google's details: reasons, a time to wait, and the quota.
static void
take_details(struct complaint *out, const json_t *details)
{
    size_t i;
    size_t k;
    json_t *detail;
    json_t *violation;
    json_array_foreach(details, i, detail)
    {
        struct at_str delay = at_json_get_str(detail, "retryDelay");
        if (delay.len > 0)
            out->wait_ms = seconds_to_ms(delay);
        add_tag(out, json_object_get(detail, "reason"));
        json_array_foreach(json_object_get(detail, "violations"), k, violation)
            add_tag(out, json_object_get(violation, "quotaId"));
    }
}

// OpenRouter's metadata quotes the provider behind it.
static void
take_metadata(struct complaint *out, const json_t *metadata)
{
    add_words(out, at_json_get_str(metadata, "provider_name"));
    add_words(out, at_json_get_str(metadata, "raw"));
}

static void
take_error(struct complaint *out, const json_t *error)
{
    static const char *const tags[] = {"type", "code", "status"};
    for (size_t i = 0; i < AT_LEN(tags); i++)
        add_tag(out, json_object_get(error, tags[i]));
    add_words(out, at_json_get_str(error, "message"));
    add_words(out, at_json_get_str(error, "detail"));
    take_details(out, json_object_get(error, "details"));
    take_metadata(out, json_object_get(error, "metadata"));
}

// Take FastAPI's detail (vLLM, proxies): a text, or a list of faults and their
// places.
static void
take_detail(struct complaint *out, const json_t *detail)
{
    size_t i;
    size_t k;
    json_t *one;
    json_t *step;
    json_array_foreach(detail, i, one)
    {
        struct at_buf where = AT_BUF_INIT(AT_KIB);
        json_array_foreach(json_object_get(one, "loc"), k, step)
        {
            at_buf_add_text(&where, where.len > 0 ? "." : "");
            if (json_is_integer(step))
                at_buf_add_fmt(&where, "%lld",
                               (long long)json_integer_value(step));
            at_buf_add_str(&where, at_json_str(step));
        }
        add_words(out, at_buf_str(&where));
        add_words(out, at_json_get_str(one, "msg"));
        at_buf_deinit(&where);
    }
    if (json_is_object(detail))
        take_error(out, detail);
}

// Quote an error of unknown shape for people to read.
static void
quote_json(struct complaint *out, const json_t *body)
{
    struct at_buf text = AT_BUF_INIT(AT_MODEL_REPLY_MAX_BYTES * 6);
    if (json_object_size(body) > 0 && at_json_write(body, &text))
        add_words(out, at_utf8_head(at_buf_str(&text), QUOTED_MAX_BYTES));
    at_buf_deinit(&text);
}

static void
take_json(struct complaint *out, const json_t *body)
{
    if (json_is_array(body))
        body = json_array_get(body, 0);
    const json_t *error = json_object_get(body, "error");
    if (json_is_string(error))
        add_words(out, at_json_str(error));
    else if (json_is_object(error))
        take_error(out, error);
    else
        take_error(out, body);
    if (out->words.len == 0)
        take_detail(out, json_object_get(body, "detail"));
    if (out->words.len == 0)
        quote_json(out, body);
}

// Return the text between open, the start of an HTML tag, and close; "" if the
// page lacks either.
static struct at_str
between(struct at_str page, struct at_str open, struct at_str close)
{
    ptrdiff_t at = at_str_find_nocase(page, open);
    if (at < 0)
        return at_str("");
    page = at_str_skip(page, (size_t)at + open.len);
    ptrdiff_t end = at_str_find_nocase(page, close);
    return end < 0 ? at_str("") : at_str_head(page, (size_t)end);
}

// Take a page's title, or its words without tags.
static void
take_page(struct complaint *out, struct at_str page)
{
    struct at_str title =
        at_str_trim(between(page, AT_STR("<title>"), AT_STR("</title>")));
    bool in_tag = false;
    if (title.len > 0) {
        add_words(out, title);
        return;
    }
    for (size_t i = 0; i < page.len && out->words.len < 400; i++) {
        in_tag = page.ptr[i] == '<' || (in_tag && page.ptr[i] != '>');
        if (page.ptr[i] == '<' || (!in_tag && page.ptr[i] == '>'))
            at_buf_add_char(&out->words, ' ');
        else if (!in_tag)
            at_buf_add_char(&out->words, page.ptr[i]);
    }
}

static void
take_body(struct complaint *out, struct at_str body)
{
    json_t *json = at_json_parse(body, NULL);
    if (json_is_object(json) || json_is_array(json))
        take_json(out, json);
    else
        take_page(out, at_str_head(body, AT_MODEL_ERROR_MAX_BYTES));
    json_decref(json);
}

static enum at_model_class
class_of(const struct complaint *complaint, int status)
{
    for (size_t i = 0; i < AT_LEN(rules); i++) {
        const struct at_buf *place =
            rules[i].place == IN_TAGS ? &complaint->tags : &complaint->words;
        if (at_str_find_nocase(at_buf_str(place), at_str(rules[i].needle)) >= 0)
            return rules[i].class;
    }
    // The type describes the failure if the status does not.
    if (status < 300 &&
        at_str_has(at_buf_str(&complaint->tags), AT_STR("invalid_request")))
        return AT_MODEL_BAD_REQUEST;
    for (size_t i = 0; i < AT_LEN(by_status); i++) {
        if (status <= by_status[i].last)
            return by_status[i].class;
    }
    return AT_MODEL_RETRY;
}

// x-should-retry takes precedence over the status.
static enum at_model_class
advised(enum at_model_class class, struct at_str should_retry)
{
    if (at_str_is(should_retry, "true") && class == AT_MODEL_BAD_REQUEST)
        return AT_MODEL_RETRY;
    if (!at_str_is(should_retry, "false"))
        return class;
    if (class == AT_MODEL_THROTTLED)
        return AT_MODEL_BILLING;
    return class == AT_MODEL_RETRY ? AT_MODEL_BAD_REQUEST : class;
}

// Return the length of a secret of the profile, the key or a header's value, at
// the beginning of the text.
static size_t
secret_len(const struct at_profile *profile, struct at_str text)
{
    struct at_str key = at_str(profile ? profile->key : "");
    if (key.len >= SECRET_MIN && at_str_starts(text, key))
        return key.len;
    for (size_t i = 0; profile && i < profile->headers.count; i++) {
        struct at_str name, value = at_str(profile->headers.words[i]);
        at_str_next(&value, ':', &name);
        value = at_str_trim(value);
        if (value.len >= SECRET_MIN && at_str_starts(text, value))
            return value.len;
    }
    return 0;
}

// Write one line, without control bytes and without the key.
static void
write_line(const struct at_profile *profile, struct at_str words, char *text,
           size_t cap)
{
    struct at_buf line = AT_BUF_INIT(2 * AT_MODEL_ERROR_MAX_BYTES);
    while (words.len > 0) {
        size_t len = at_utf8_next(words, NULL);
        size_t secret = secret_len(profile, words);
        if (secret > 0)
            at_buf_add_text(&line, "[key]");
        else if (len == 0)
            at_buf_add_utf8(&line, 0xfffd);
        else if (len > 1 || (words.ptr[0] > ' ' && words.ptr[0] != 0x7f))
            at_buf_add(&line, words.ptr, len);
        else if (line.len > 0 && line.data[line.len - 1] != ' ')
            at_buf_add_char(&line, ' ');
        words = at_str_skip(words, secret > 0 ? secret : len ? len : 1);
    }
    at_str_cut(text, cap, at_str_trim(at_buf_str(&line)));
    at_buf_deinit(&line);
}

// Return a message for an answer without a message.
static struct at_str
silent_words(int status)
{
    if (status < 300)
        return AT_STR("the answer is none of this API: is the address right?");
    if (status < 400)
        return AT_STR("a redirection, which is not followed: is the address "
                      "right?");
    return AT_STR("no reason was given");
}

static void
write_failure(const struct at_profile *profile,
              const struct at_model_head *head,
              const struct complaint *complaint, struct at_model_failure *out)
{
    int status = head->status;
    if (status < 300 && complaint->status > 0)
        status = complaint->status;
    int64_t hint = hinted_ms(head);
    *out = (struct at_model_failure){
        .class = advised(class_of(complaint, status), head->should_retry),
        .status = head->status,
        .wait_ms = hint >= 0 ? hint : complaint->wait_ms,
    };
    write_line(profile, at_buf_str(&complaint->words), out->text,
               sizeof(out->text));
    if (!out->text[0])
        at_str_cut(out->text, sizeof(out->text), silent_words(status));
}

static void
read_complaint(const struct at_profile *profile,
               const struct at_model_head *head, struct at_str body,
               const json_t *json, struct at_model_failure *out)
{
    struct complaint complaint = {
        .words = AT_BUF_INIT(AT_MODEL_ERROR_MAX_BYTES),
        .tags = AT_BUF_INIT(AT_MODEL_ERROR_MAX_BYTES),
        .wait_ms = -1,
    };
    if (json)
        take_json(&complaint, json);
    else
        take_body(&complaint, body);
    write_failure(profile, head, &complaint, out);
    at_buf_deinit(&complaint.words);
    at_buf_deinit(&complaint.tags);
}

void
at_model_failure_read(const struct at_profile *profile,
                      const struct at_model_head *head, struct at_str body,
                      struct at_model_failure *out)
{
    read_complaint(profile, head, body, NULL, out);
}

bool
at_reading_is_error(const struct at_profile *profile, const json_t *answer,
                    struct at_model_failure *out_failure)
{
    const json_t *error = json_object_get(answer, "error");
    bool is_error =
        (error && !json_is_null(error)) ||
        at_str_is(at_json_get_str(answer, "type"), "error") ||
        at_str_is(at_json_get_str(answer, "object"), "error") ||
        json_object_get(answer, "detail") ||
        json_is_object(json_object_get(json_array_get(answer, 0), "error"));
    if (is_error)
        read_complaint(profile, &(struct at_model_head){.status = 200},
                       at_str(""), answer, out_failure);
    return is_error;
}
