#include "tester/readiness.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "agent/models/profile_url.h"
#include "base/alloc.h"
#include "base/hex.h"
#include "base/limits.h"
#include "base/sha256.h"
#include "base/wipe.h"
#include "sys/clock.h"
#include "wire/json.h"

enum {
    MARK_CHARS = 24,
    ANSWERS_MAX = 64, // remembered; the oldest go first
    LOCAL_MS = 1500,
    LOOK_AGAIN_MS = 4000,
};

static const char document[] = "answers";

const char *const at_ready_names[] = {
    [AT_READY_NOT_CONFIGURED] = "notConfigured",
    [AT_READY_NOT_TESTED] = "notTested",
    [AT_READY] = "ready",
    [AT_READY_FAILED] = "failed",
    [AT_READY_COUNT] = NULL,
};

const char *const at_model_trouble_names[AT_MODEL_TROUBLE_COUNT] = {
    [AT_MODEL_REFUSES] = "refused",    [AT_MODEL_UNREACHABLE] = "unreachable",
    [AT_MODEL_SILENT] = "timeout",     [AT_MODEL_NO_ENTRY] = "unauthorized",
    [AT_MODEL_NO_CREDIT] = "noCredit", [AT_MODEL_BUSY] = "busy",
    [AT_MODEL_NOT_JSON] = "notJson",   [AT_MODEL_OTHER_STATUS] = "status",
    [AT_MODEL_NOT_LISTED] = "noModel",
};

// An answer is {"at": ms, "trouble": name or null, "why", "models": [names],
// "heard": {model: ms, …}}.
struct at_readiness {
    struct at_env *env;
    struct at_store_db *store;
    pthread_mutex_t lock;
    json_t *answers; // marks to answers; newer than the store's
    json_t *runs;    // running ones to [mark, model]
    bool looking;
    int64_t looked_ns; // 0: not yet
};

void
at_ready_answer_deinit(struct at_ready_answer *answer)
{
    at_argv_deinit(&answer->listed);
}

struct at_readiness *
at_readiness_new(struct at_env *env, struct at_store_db *store)
{
    struct at_readiness *readiness = at_alloc(sizeof(*readiness));
    struct at_store_doc doc = {0};
    readiness->env = env;
    readiness->store = store;
    pthread_mutex_init(&readiness->lock, NULL);
    if (store->ops->get(store, AT_STORE_SETTING, at_str(document), &doc,
                        NULL) &&
        json_is_object(doc.json))
        readiness->answers = json_incref(doc.json);
    else
        readiness->answers = json_object();
    readiness->runs = json_object();
    at_store_doc_deinit(&doc);
    return readiness;
}

void
at_readiness_free(struct at_readiness *readiness)
{
    if (!readiness)
        return;
    json_decref(readiness->answers);
    json_decref(readiness->runs);
    pthread_mutex_destroy(&readiness->lock);
    free(readiness);
}

// The mark of all that an answer depends on. The model is not part of it.
static void
mark_of(const struct at_profile *profile, char out[MARK_CHARS + 1])
{
    unsigned char hash[AT_SHA256_BYTES];
    char text[2 * AT_SHA256_BYTES + 1];
    struct at_buf all = AT_BUF_INIT(AT_MIB);
    at_buf_add_fmt(&all, "%s\n%s\n%s\n%s\n", profile->row->provider,
                   profile->base_url, profile->key,
                   profile->ca_file ? profile->ca_file : "");
    for (size_t i = 0; i < profile->headers.count; i++)
        at_buf_add_fmt(&all, "%s\n", profile->headers.words[i]);
    at_sha256(at_buf_str(&all), hash);
    at_hex_write(hash, sizeof(hash), text);
    at_str_cut(out, MARK_CHARS + 1, at_str_head(at_str(text), MARK_CHARS));
    at_wipe_buf(&all);
}

static enum at_model_trouble
trouble_named(struct at_str name)
{
    for (size_t i = 0; i < AT_LEN(at_model_trouble_names); i++) {
        const char *each = at_model_trouble_names[i];
        if (each && at_str_is(name, each))
            return (enum at_model_trouble)i;
    }
    return AT_MODEL_ANSWERS;
}

static void
fail(struct at_ready_answer *out, enum at_model_trouble trouble,
     struct at_str why)
{
    out->state = AT_READY_FAILED;
    out->trouble = trouble;
    at_str_cut(out->why, sizeof(out->why), why);
}

static void
judge(const struct at_profile *profile, const json_t *answer,
      struct at_ready_answer *out)
{
    struct at_err err = AT_ERR_INIT;
    size_t i;
    json_t *name;
    json_array_foreach(json_object_get(answer, "models"), i, name)
        at_argv_add_str(&out->listed, at_json_str(name));
    out->asked_ms = json_integer_value(json_object_get(answer, "at"));
    int64_t heard_ms = json_integer_value(
        json_object_get(json_object_get(answer, "heard"), profile->model));
    enum at_model_trouble trouble =
        trouble_named(at_json_get_str(answer, "trouble"));
    if (heard_ms > 0) {
        out->state = AT_READY;
        out->asked_ms = heard_ms > out->asked_ms ? heard_ms : out->asked_ms;
    } else if (trouble != AT_MODEL_ANSWERS)
        fail(out, trouble, at_json_get_str(answer, "why"));
    else if (at_model_find_listed(profile, &out->listed, &err))
        out->state = AT_READY;
    else
        fail(out, AT_MODEL_NOT_LISTED, at_str(err.msg));
}

void
at_readiness_of(struct at_readiness *readiness,
                const struct at_profile *profile, struct at_ready_answer *out)
{
    struct at_err err = AT_ERR_INIT;
    char mark[MARK_CHARS + 1];
    *out = (struct at_ready_answer){.state = AT_READY_NOT_CONFIGURED};
    if (!at_profile_check(profile, &err)) {
        at_str_cut(out->why, sizeof(out->why), at_str(err.msg));
        return;
    }
    mark_of(profile, mark);
    pthread_mutex_lock(&readiness->lock);
    const json_t *answer = json_object_get(readiness->answers, mark);
    if (answer)
        judge(profile, answer, out);
    else
        out->state = AT_READY_NOT_TESTED;
    pthread_mutex_unlock(&readiness->lock);
}

static void
drop_oldest(json_t *answers)
{
    while (json_object_size(answers) > ANSWERS_MAX) {
        const char *mark, *oldest = NULL;
        json_int_t oldest_at = 0;
        json_t *answer;
        json_object_foreach(answers, mark, answer)
        {
            json_int_t at = json_integer_value(json_object_get(answer, "at"));
            if (!oldest || at < oldest_at) {
                oldest = mark;
                oldest_at = at;
            }
        }
        char *name = at_strdup(oldest);
        json_object_del(answers, name);
        free(name);
    }
}

// Return true if a server that answers calls may still answer the question for
// its models like that: it has no list, or is busy.
static bool
is_about_list(const json_t *answer)
{
    switch (trouble_named(at_json_get_str(answer, "trouble"))) {
    case AT_MODEL_ANSWERS:
    case AT_MODEL_BUSY:
    case AT_MODEL_NOT_JSON:
    case AT_MODEL_OTHER_STATUS:
        return true;
    default:
        return false;
    }
}

// Takes over answer. What models have answered counts until the provider fails.
static void
remember(struct at_readiness *readiness, const char *mark, json_t *answer)
{
    pthread_mutex_lock(&readiness->lock);
    json_t *heard =
        json_object_get(json_object_get(readiness->answers, mark), "heard");
    if (heard && is_about_list(answer))
        at_json_set(answer, "heard", json_incref(heard));
    at_json_set(readiness->answers, mark, answer);
    drop_oldest(readiness->answers);
    pthread_mutex_unlock(&readiness->lock);
}

// An answer that is not kept is only asked for again.
static void
keep(struct at_readiness *readiness)
{
    struct at_store_doc doc = {0};
    struct at_store_db *store = readiness->store;
    at_str_cut(doc.id, sizeof(doc.id), at_str(document));
    pthread_mutex_lock(&readiness->lock);
    doc.json = json_deep_copy(readiness->answers);
    pthread_mutex_unlock(&readiness->lock);
    (void)!store->ops->put(store, AT_STORE_SETTING, -1, &doc, NULL);
    at_store_doc_deinit(&doc);
}

// Return what the provider has answered; NULL if op was cancelled, which tells
// nothing about it.
static json_t *
ask(const struct at_op *op, const struct at_profile *profile)
{
    struct at_err err = AT_ERR_INIT;
    struct at_argv names = AT_ARGV_INIT;
    enum at_model_trouble trouble;
    json_t *answer = NULL;
    struct at_model *model = at_model_new(profile);
    (void)!at_model_list(op, model, &names, &trouble, &err);
    at_model_free(model);
    if (err.code != AT_ECANCELED) {
        answer = json_pack(
            "{s:I, s:o, s:o}", "at", (json_int_t)at_wall_now_ms(), "models",
            at_json_texts(&names), "why", at_json_text(at_str(err.msg)));
        if (trouble != AT_MODEL_ANSWERS)
            at_json_set_text(answer, "trouble",
                             at_model_trouble_names[trouble]);
    }
    at_argv_deinit(&names);
    return answer;
}

static void
ask_and_remember(const struct at_op *op, struct at_readiness *readiness,
                 const struct at_profile *profile)
{
    char mark[MARK_CHARS + 1];
    json_t *answer = ask(op, profile);
    mark_of(profile, mark);
    if (answer)
        remember(readiness, mark, answer);
}

void
at_readiness_ask(const struct at_op *op, struct at_readiness *readiness,
                 const struct at_profile *profile, struct at_ready_answer *out)
{
    if (at_profile_check(profile, NULL)) {
        ask_and_remember(op, readiness, profile);
        keep(readiness);
    }
    at_readiness_of(readiness, profile, out);
}

// Remember the settings with which a run begins: those of later may be others.
static void
note_run(struct at_readiness *readiness, const char *run)
{
    struct at_store_doc doc = {0};
    struct at_profile profile;
    struct at_store_db *store = readiness->store;
    char mark[MARK_CHARS + 1];
    if (!store->ops->get(store, AT_STORE_RUN, at_str(run), &doc, NULL))
        return;
    if (at_profiles_open(readiness->env, store,
                         at_json_get_str(doc.json, "profile"), &profile,
                         NULL)) {
        mark_of(&profile, mark);
        pthread_mutex_lock(&readiness->lock);
        at_json_set(
            readiness->runs, run,
            json_pack("[s, o]", mark, at_json_text(at_str(profile.model))));
        pthread_mutex_unlock(&readiness->lock);
        at_profile_deinit(&profile);
    }
    at_store_doc_deinit(&doc);
}

// Return true if that is news, which is to be kept.
static bool
hear(struct at_readiness *readiness, const char *run)
{
    bool is_news = false;
    pthread_mutex_lock(&readiness->lock);
    const json_t *known = json_object_get(readiness->runs, run);
    const char *mark = json_string_value(json_array_get(known, 0));
    const char *model = json_string_value(json_array_get(known, 1));
    if (mark && model) {
        json_t *answer = json_object_get(readiness->answers, mark);
        if (!answer) {
            answer = json_pack("{s:I}", "at", (json_int_t)at_wall_now_ms());
            at_json_set(readiness->answers, mark, answer);
        }
        json_t *heard = json_object_get(answer, "heard");
        if (!heard) {
            heard = json_object();
            at_json_set(answer, "heard", heard);
        }
        is_news = !json_object_get(heard, model);
        at_json_set(heard, model, json_integer(at_wall_now_ms()));
        drop_oldest(readiness->answers);
    }
    pthread_mutex_unlock(&readiness->lock);
    return is_news;
}

static void
forget_run(struct at_readiness *readiness, const char *run)
{
    pthread_mutex_lock(&readiness->lock);
    json_object_del(readiness->runs, run);
    pthread_mutex_unlock(&readiness->lock);
}

// Most events are calls of tools and need not be parsed: no text can have these
// members, because the quotation marks of a text are escaped.
static bool
may_matter(struct at_str json)
{
    return at_str_find(json, AT_STR("\"type\":\"model\"")) >= 0 ||
           at_str_find(json, AT_STR("\"type\":\"state\"")) >= 0;
}

void
at_readiness_event(struct at_readiness *readiness, const char *run,
                   struct at_str text)
{
    json_t *json = may_matter(text) ? at_json_parse(text, NULL) : NULL;
    struct at_str type = at_json_get_str(json, "type");
    struct at_str state = at_json_get_str(json, "state");
    if (at_str_is(type, "state") && at_str_is(state, "running"))
        note_run(readiness, run);
    else if (at_str_is(type, "state") && at_str_is(state, "ended"))
        forget_run(readiness, run);
    else if (at_str_is(type, "model") &&
             !json_is_true(json_object_get(json, "failed")) &&
             hear(readiness, run))
        keep(readiness);
    json_decref(json);
}

static bool
is_local(const struct at_profile *profile)
{
    return at_profile_check(profile, NULL) && at_profile_url_is_local(profile);
}

// Ask one server of this machine unless it was asked in this round.
static void
look(const struct at_op *op, struct at_readiness *readiness,
     const struct at_profile *profile, json_t *round)
{
    struct at_op soon = at_op_sub(op, at_now_ns(), LOCAL_MS);
    char mark[MARK_CHARS + 1];
    mark_of(profile, mark);
    if (json_object_get(round, mark))
        return;
    at_json_set(round, mark, json_true());
    ask_and_remember(&soon, readiness, profile);
}

static bool
begin_round(struct at_readiness *readiness)
{
    pthread_mutex_lock(&readiness->lock);
    int64_t since_ns = at_now_ns() - readiness->looked_ns;
    bool due = !readiness->looking && (readiness->looked_ns == 0 ||
                                       since_ns > LOOK_AGAIN_MS * AT_NS_PER_MS);
    if (due)
        readiness->looking = true;
    pthread_mutex_unlock(&readiness->lock);
    return due;
}

static void
end_round(struct at_readiness *readiness)
{
    pthread_mutex_lock(&readiness->lock);
    readiness->looking = false;
    readiness->looked_ns = at_now_ns();
    pthread_mutex_unlock(&readiness->lock);
}

void
at_readiness_look_around(const struct at_op *op, struct at_readiness *readiness)
{
    struct at_argv ids = AT_ARGV_INIT;
    if (!begin_round(readiness))
        return;
    json_t *round = json_object();
    at_profiles_ids(readiness->env, readiness->store, &ids);
    for (size_t i = 0; i < ids.count; i++) {
        struct at_profile profile;
        if (!at_profiles_open(readiness->env, readiness->store,
                              at_str(ids.words[i]), &profile, NULL))
            continue;
        if (is_local(&profile))
            look(op, readiness, &profile, round);
        at_profile_deinit(&profile);
    }
    at_argv_deinit(&ids);
    json_decref(round);
    end_round(readiness);
}
