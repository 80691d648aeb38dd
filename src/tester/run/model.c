// model.c: one request after the other over one connection
#include "tester/run/model.h"

#include <errno.h>
#include <stdlib.h>

#include "agent/loop/cost.h"
#include "agent/models/providers/spoken_calls.h"
#include "agent/loop/retry.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "base/near.h"
#include "base/wipe.h"
#include "net/https.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/random.h"
#include "wire/json.h"

enum {
    ANSWER_MAX_MS = 600000,  // one attempt, as the vendors' clients have it
    SILENCE_MAX_MS = 180000, // silence of a stream: models think for minutes
    PROBE_MAX_MS = 15000,
    LISTED_SHOWN = 8, // names in a message
};

struct at_model {
    const struct at_profile *profile;
    struct at_https *https; // owned
};

struct at_model *
at_model_new(const struct at_profile *profile)
{
    struct at_model *model = at_alloc(sizeof(*model));
    model->profile = profile;
    model->https = at_https_new("mobile-tester-agent/" AT_VERSION);
    return model;
}

void
at_model_free(struct at_model *model)
{
    if (!model)
        return;
    at_https_free(model->https);
    free(model);
}

// One attempt, with the part of its answer read so far.
struct attempt {
    struct at_model_stream *stream; // owned; NULL: the answer is read whole
    struct at_https_answer answer;
    struct at_model_failure *failure;
    int status;  // HTTP status; 0: none
    bool broken; // the stream has failed
};

static bool
take_piece(void *user, struct at_str bytes)
{
    struct attempt *attempt = user;
    attempt->broken =
        !at_model_stream_feed(attempt->stream, bytes, attempt->failure);
    return !attempt->broken;
}

static struct at_model_head
head_of(const struct at_https_answer *answer)
{
    return (struct at_model_head){
        .status = answer->status,
        .content_type = at_str(answer->content_type),
        .retry_after = at_str(answer->retry_after),
        .now_ms = at_wall_now_ms(),
        .retry_after_ms = at_str(answer->retry_after_ms),
        .should_retry = at_str(answer->should_retry),
    };
}

// The connection to the provider failed. Do not retry after a cancel, a
// deadline or an answer that is too long.
static void
set_lost(const struct at_err *err, struct at_model_failure *out)
{
    bool passes = err->code == AT_ENODEV || err->code == AT_EPROTO ||
                  err->code == AT_ETIMEOUT;
    *out = (struct at_model_failure){
        .class = passes ? AT_MODEL_RETRY : AT_MODEL_BAD_REQUEST,
        .wait_ms = -1,
    };
    at_str_cut(out->text, sizeof(out->text), at_str(err->msg));
}

static bool
read_answer(struct at_model *model, struct attempt *attempt,
            struct at_model_reply *out)
{
    const struct at_https_answer *answer = &attempt->answer;
    struct at_str body = at_buf_str(&answer->body);
    if (answer->status >= 300) {
        struct at_model_head head = head_of(answer);
        at_model_failure_read(model->profile, &head, body, attempt->failure);
        return false;
    }
    if (attempt->stream)
        return at_model_stream_end(attempt->stream, out, attempt->failure);
    return at_model_reply_read(model->profile, body, out, attempt->failure);
}

static struct at_https_way
way_of(const struct at_profile *profile)
{
    return (struct at_https_way){
        .allow_http = profile->allow_http,
        .proxy = profile->proxy,
        .no_proxy = profile->no_proxy,
        .ca_file = profile->ca_file,
    };
}

// Return true if the user has stated the header of that line.
static bool
is_replaced(const struct at_profile *profile, struct at_str line)
{
    struct at_str name, own;
    at_str_next(&line, ':', &name);
    for (size_t i = 0; i < profile->headers.count; i++) {
        struct at_str rest = at_str(profile->headers.words[i]);
        if (at_str_next(&rest, ':', &own) && at_str_eq_nocase(own, name))
            return true;
    }
    return false;
}

// The format's headers, and the user's, which replace those of the same name.
static void
add_headers(const struct at_profile *profile, struct at_argv *out)
{
    struct at_argv usual = AT_ARGV_INIT;
    profile->provider->headers(profile, &usual);
    for (size_t i = 0; i < usual.count; i++)
        if (!is_replaced(profile, at_str(usual.words[i])))
            at_argv_add(out, usual.words[i]);
    at_wipe_argv(&usual);
    for (size_t i = 0; i < profile->headers.count; i++)
        at_argv_add(out, profile->headers.words[i]);
}

static bool
send_attempt(const struct at_op *op, struct at_model *model,
             const struct at_buf *body, struct attempt *attempt,
             struct at_model_reply *out)
{
    const struct at_profile *profile = model->profile;
    struct at_op answer_op = at_op_sub(op, at_now_ns(), ANSWER_MAX_MS);
    struct at_buf url = AT_BUF_INIT(AT_SELECTOR_MAX_BYTES);
    struct at_argv headers = AT_ARGV_INIT;
    struct at_err why = AT_ERR_INIT;
    at_buf_add_text(&url, profile->base_url);
    at_provider_write_path(profile, &url);
    add_headers(profile, &headers);
    struct at_https_request request = {
        .method = "POST",
        .url = at_buf_text(&url),
        .headers = &headers,
        .body = at_buf_str(body),
        .idle_ms = attempt->stream ? SILENCE_MAX_MS : 0,
        .max_bytes = AT_MODEL_ANSWER_MAX_BYTES,
        .way = way_of(profile),
        .piece = attempt->stream ? take_piece : NULL,
        .user = attempt,
    };
    bool sent = at_https_send(&answer_op, model->https, &request,
                              &attempt->answer, &why);
    if (!sent && !attempt->broken)
        set_lost(&why, attempt->failure);
    bool ok = sent && read_answer(model, attempt, out);
    at_wipe_argv(&headers);
    at_buf_deinit(&url);
    return ok;
}

static bool
try_once(const struct at_op *op, struct at_model *model,
         const struct at_buf *body, const struct at_model_listener *listener,
         struct attempt *attempt, struct at_model_reply *out)
{
    *out = (struct at_model_reply){0};
    *attempt->failure = (struct at_model_failure){.wait_ms = -1};
    if (model->profile->stream)
        attempt->stream =
            at_model_stream_new(model->profile, listener->said, listener->user);
    bool ok = send_attempt(op, model, body, attempt, out);
    at_model_stream_free(attempt->stream);
    attempt->stream = NULL;
    attempt->status = attempt->answer.status;
    at_https_answer_deinit(&attempt->answer);
    return ok;
}

static uint32_t
random_u32(void)
{
    uint32_t value;
    at_random_bytes(&value, sizeof(value));
    return value;
}

// Wait before the next attempt. Return false after the last one.
static bool
wait_for_next(const struct at_op *op, struct at_retry *retry,
              const struct at_model_failure *failure,
              const struct at_model_listener *listener)
{
    int64_t wait_ms;
    if (!at_retry_next(retry, failure, random_u32(), &wait_ms))
        return false;
    int64_t until_ns = at_now_ns() + wait_ms * AT_NS_PER_MS;
    if (until_ns >= op->deadline_ns)
        return false;
    if (listener->retry)
        listener->retry(listener->user, failure, retry->retries, wait_ms);
    return at_op_wait_until(op, until_ns, NULL);
}

struct class_words {
    enum at_code code;
    const char *what;
    const char *remedy; // text for people
};

// No answer came at all.
static const struct class_words unreachable = {
    AT_ENODEV, "cannot be reached",
    "check the network, the proxy and the address"};

static const struct class_words words_of[AT_MODEL_CLASS_COUNT] = {
    [AT_MODEL_OK] = {AT_EPROTO, "failed", "try again"},
    [AT_MODEL_RETRY] = {AT_ENODEV, "answers with a failure of its server",
                        "try again later, or choose another model"},
    [AT_MODEL_THROTTLED] = {AT_EBUSY, "is busy",
                            "try again later, or choose another model"},
    [AT_MODEL_AUTH] = {AT_EUSAGE, "refuses the key", "check the key"},
    [AT_MODEL_BILLING] = {AT_EUSAGE, "has no credit left",
                          "add credit, or choose another model"},
    [AT_MODEL_TOO_LONG] = {AT_ELIMIT, "got more than it can read",
                           "use fewer steps, or another model"},
    [AT_MODEL_BAD_REQUEST] = {AT_EPROTO, "refuses the request",
                              "check the address and the format of the "
                              "profile, or choose another model"},
    [AT_MODEL_BAD_MODEL] = {AT_EUSAGE, "is not known to its provider",
                            "set another one by its variable"},
};

// The failure has the words too, for callers without err.
static bool
explain(const struct at_profile *profile, struct at_model_failure *failure,
        struct at_err *err)
{
    enum at_model_class class = failure->class;
    bool lost = class == AT_MODEL_RETRY && failure->status == 0;
    const struct class_words *words = lost ? &unreachable : &words_of[class];
    at_fail(err, words->code, "the model '%s' (%s) %s", profile->model,
            profile->row->id, words->what);
    if (failure->status > 0)
        at_err_add(err, "HTTP %d", failure->status);
    if (failure->text[0])
        at_err_add(err, "%s", failure->text);
    at_err_add(err, "%s", words->remedy);
    if (class == AT_MODEL_AUTH && profile->row->key_variables[0])
        at_err_add(err, "it comes from %s",
                   profile->key_from ? profile->key_from
                                     : profile->row->key_variables);
    at_str_cut(failure->text, sizeof(failure->text), at_str(err->msg));
    return false;
}

static bool
write_request(const struct at_model_request *request,
              const struct at_model_listener *listener, struct at_buf *out,
              struct at_model_failure *out_failure)
{
    json_t *json = request->profile->provider->request(request);
    bool ok = at_json_write(json, out);
    if (ok && listener->sent)
        listener->sent(listener->user, json, at_buf_str(out));
    json_decref(json);
    if (!ok) {
        *out_failure = (struct at_model_failure){
            .class = AT_MODEL_TOO_LONG,
            .wait_ms = -1,
        };
        snprintf(out_failure->text, sizeof(out_failure->text),
                 "the request has more than %zu bytes", out->max);
    }
    return ok;
}

static void
add_cost(const struct at_profile *profile, struct at_model_usage *usage)
{
    if (usage->has_cost)
        return;
    usage->cost_usd = at_model_cost(&profile->row->prices, usage);
    // A stream may end before its usage: then there is nothing to count.
    usage->unpriced = !profile->row->prices.known ||
                      (usage->in_tokens + usage->out_tokens == 0 &&
                       profile->row->prices.in > 0);
}

bool
at_model_ask(const struct at_op *op, struct at_model *model,
             const struct at_model_request *request,
             const struct at_model_listener *listener,
             struct at_model_answer *out, struct at_err *err)
{
    static const struct at_model_listener nobody = {0};
    struct at_buf body = AT_BUF_INIT(AT_MODEL_REQUEST_MAX_BYTES);
    struct attempt attempt = {.failure = &out->failure};
    struct at_retry retry = {0};
    const struct at_model_listener *ears = listener ? listener : &nobody;
    *out = (struct at_model_answer){.failure.wait_ms = -1};
    bool ok = write_request(request, ears, &body, &out->failure);
    if (ok) {
        do {
            ok = try_once(op, model, &body, ears, &attempt, &out->reply);
        } while (!ok && wait_for_next(op, &retry, &out->failure, ears));
    }
    at_wipe_buf(&body);
    out->status = attempt.status;
    if (ok && json_array_size(request->tools) > 0 && !request->force_text)
        at_spoken_calls_take(&out->reply);
    if (ok)
        add_cost(model->profile, &out->reply.usage);
    else if (at_op_check(op, err))
        explain(model->profile, &out->failure, err);
    return ok;
}

// The names in a list of models, which each format has somewhere else: texts
// "id", "name" or "model" of the objects in its arrays.
static void
add_names(const json_t *json, struct at_argv *out)
{
    static const char *const members[] = {"id", "name", "model"};
    const json_t *value;
    const char *key;
    size_t i;
    json_array_foreach(json, i, value)
    {
        struct at_str name = {0};
        struct at_str folder = AT_STR("models/");
        for (size_t m = 0; m < AT_LEN(members) && name.len == 0; m++)
            name = at_json_get_str(value, members[m]);
        if (at_str_starts(name, folder))
            name = at_str_skip(name, folder.len);
        if (name.len > 0 && out->count < AT_MODEL_LISTED_MAX)
            at_argv_add_str(out, name);
    }
    json_object_foreach((json_t *)json, key, value)
    {
        if (json_is_array(value))
            add_names(value, out);
    }
}

static bool
is_same_model(struct at_str listed, struct at_str wanted)
{
    struct at_str latest = AT_STR(":latest");
    if (at_str_ends(listed, latest) && !at_str_has(wanted, AT_STR(":")))
        listed.len -= latest.len;
    return at_str_eq_nocase(listed, wanted);
}

// "a, b and 7 more"
static void
write_listed(const struct at_profile *profile, const struct at_argv *listed,
             struct at_buf *out)
{
    struct at_near near = {.wanted = at_str(profile->model)};
    char names[256];
    for (size_t i = 0; i < listed->count; i++)
        at_near_offer(&near, at_str(listed->words[i]));
    at_near_write(&near, names, sizeof(names));
    if (listed->count > LISTED_SHOWN && names[0]) {
        at_buf_add_fmt(out, "similar are %s, of %zu", names, listed->count);
        return;
    }
    for (size_t i = 0; i < listed->count && i < LISTED_SHOWN; i++)
        at_buf_add_fmt(out, "%s%.80s",
                       i > 0 ? ", " : "it has: ", listed->words[i]);
    if (listed->count > LISTED_SHOWN)
        at_buf_add_fmt(out, " and %zu more", listed->count - LISTED_SHOWN);
}

bool
at_model_find_listed(const struct at_profile *profile,
                     const struct at_argv *listed, struct at_err *err)
{
    struct at_buf words = AT_BUF_INIT(AT_KIB);
    for (size_t i = 0; i < listed->count; i++)
        if (is_same_model(at_str(listed->words[i]), at_str(profile->model)))
            return true;
    write_listed(profile, listed, &words);
    at_fail(err, AT_ENOTFOUND, "it answers, but has no model '%s'",
            profile->model);
    at_err_add(err, "%s",
               words.len > 0 ? at_buf_text(&words) : "it has no models at all");
    at_buf_deinit(&words);
    return false;
}

static bool
read_names(struct at_str body, struct at_argv *out, struct at_err *err)
{
    json_t *json = at_json_parse(body, err);
    if (!json) {
        at_err_context(err, "the list of models");
        return false;
    }
    add_names(json, out);
    json_decref(json);
    return true;
}

static enum at_model_trouble trouble_of(enum at_model_class class)
{
    switch (class) {
    case AT_MODEL_AUTH:
        return AT_MODEL_NO_ENTRY;
    case AT_MODEL_BILLING:
        return AT_MODEL_NO_CREDIT;
    case AT_MODEL_THROTTLED:
        return AT_MODEL_BUSY;
    default:
        return AT_MODEL_OTHER_STATUS;
    }
}

static bool
read_list(const struct at_profile *profile,
          const struct at_https_answer *answer, struct at_argv *out,
          enum at_model_trouble *out_trouble, struct at_err *err)
{
    struct at_model_failure failure = {.wait_ms = -1};
    struct at_model_head head = head_of(answer);
    *out_trouble = AT_MODEL_NOT_JSON;
    if (answer->status < 300)
        return read_names(at_buf_str(&answer->body), out, err);
    at_model_failure_read(profile, &head, at_buf_str(&answer->body), &failure);
    *out_trouble = trouble_of(failure.class);
    return explain(profile, &failure, err);
}

static bool
fail_lost(const struct at_profile *profile, enum at_model_trouble *out_trouble,
          struct at_err *err)
{
    struct at_err why = *err;
    *out_trouble = why.sys == ECONNREFUSED   ? AT_MODEL_REFUSES
                   : why.code == AT_ETIMEOUT ? AT_MODEL_SILENT
                                             : AT_MODEL_UNREACHABLE;
    if (*out_trouble == AT_MODEL_REFUSES)
        at_fail(err, why.code,
                "connection refused at %s: nothing listens there",
                profile->base_url);
    else if (*out_trouble == AT_MODEL_SILENT)
        at_fail(err, why.code, "%s has not answered in time",
                profile->base_url);
    else
        at_fail(err, why.code, "%s cannot be reached: %s", profile->base_url,
                why.msg);
    return false;
}

bool
at_model_list(const struct at_op *op, struct at_model *model,
              struct at_argv *out, enum at_model_trouble *out_trouble,
              struct at_err *err)
{
    const struct at_profile *profile = model->profile;
    struct at_op probe_op = at_op_sub(op, at_now_ns(), PROBE_MAX_MS);
    struct at_argv headers = AT_ARGV_INIT;
    struct at_https_answer answer;
    struct at_err why = AT_ERR_INIT;
    char *url =
        at_strfmt("%s%s", profile->base_url, profile->provider->models_path);
    add_headers(profile, &headers);
    struct at_https_request request = {
        .method = "GET",
        .url = url,
        .headers = &headers,
        .max_bytes = AT_MODEL_ANSWER_MAX_BYTES,
        .way = way_of(profile),
    };
    bool ok = at_https_send(&probe_op, model->https, &request, &answer, &why);
    ok = ok ? read_list(profile, &answer, out, out_trouble, &why)
            : fail_lost(profile, out_trouble, &why);
    at_https_answer_deinit(&answer);
    at_wipe_argv(&headers);
    free(url);
    if (!ok)
        return at_err_pass(err, &why);
    *out_trouble = AT_MODEL_ANSWERS;
    return true;
}

bool
at_model_probe(const struct at_op *op, struct at_model *model,
               struct at_buf *out_words, struct at_err *err)
{
    struct at_argv names = AT_ARGV_INIT;
    enum at_model_trouble trouble;
    bool ok = at_model_list(op, model, &names, &trouble, err) &&
              at_model_find_listed(model->profile, &names, err);
    if (ok)
        at_buf_add_fmt(out_words, "'%s' answers", model->profile->model);
    at_argv_deinit(&names);
    return ok;
}
