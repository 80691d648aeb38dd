// config.c: a row for each member, so that reading and writing cannot differ
#include "agent/config.h"

#include <stddef.h>

#include "wire/json.h"

enum kind { BOOLEAN, WHOLE, REAL };

// "executorInfoId", "guardedActions" and "budgets" are read by functions of
// their own.
static const struct member {
    const char *name;
    enum kind kind;
    size_t offset;
    int64_t max; // of a number; the least is min
    int64_t min;
} members[] = {
    {"llmTemperature", REAL, offsetof(struct at_tester_config, temperature), 10,
     0},
    {"maxAgentIterations", WHOLE,
     offsetof(struct at_tester_config, max_iterations), 1000, 1},
    {"logTokensConsumption", BOOLEAN,
     offsetof(struct at_tester_config, log_tokens), 0, 0},
    {"logsEnabled", BOOLEAN, offsetof(struct at_tester_config, logs), 0, 0},
    {"screenshotsEnabled", BOOLEAN,
     offsetof(struct at_tester_config, screenshots), 0, 0},
    {"recordingEnabled", BOOLEAN, offsetof(struct at_tester_config, recording),
     0, 0},
    {"stream", BOOLEAN, offsetof(struct at_tester_config, stream), 0, 0},
    {"replay", BOOLEAN, offsetof(struct at_tester_config, replay), 0, 0},
    {"strongProofs", BOOLEAN, offsetof(struct at_tester_config, strong_proofs),
     0, 0},
};

// Set the values of members that a POST /config leaves out.
static void
set_defaults(struct at_tester_config *config)
{
    *config = (struct at_tester_config){
        .executor = "Gemini3Pro",
        .max_iterations = 50,
        .logs = true,
        .screenshots = true,
        .stream = true,
        .replay = true,
        .budgets = {.tokens = AT_CONFIG_TOKENS, .minutes = AT_CONFIG_MINUTES},
    };
}

void
at_tester_config_keep_own(const json_t *json,
                          const struct at_tester_config *before,
                          struct at_tester_config *config)
{
    if (!json_object_get(json, "stream"))
        config->stream = before->stream;
    if (!json_object_get(json, "replay"))
        config->replay = before->replay;
    if (!json_object_get(json, "guardedActions"))
        config->ask_approval = before->ask_approval;
    if (!json_object_get(json, "budgets"))
        config->budgets = before->budgets;
}

void
at_tester_config_start(struct at_tester_config *config)
{
    set_defaults(config);
    at_str_cut(config->executor, sizeof(config->executor),
               AT_STR("DeepSeekV4Flash"));
    config->max_iterations = 80;
    config->log_tokens = true;
}

static bool
read_number(const struct member *member, const json_t *value, void *field,
            struct at_err *err)
{
    bool right =
        member->kind == REAL ? json_is_number(value) : json_is_integer(value);
    double number = json_number_value(value);
    // Written so that it is false for a number that is none.
    if (!right || !(number >= (double)member->min) ||
        !(number <= (double)member->max))
        return at_fail(err, AT_EUSAGE,
                       "'%s' must be a %snumber from %lld to "
                       "%lld",
                       member->name, member->kind == WHOLE ? "whole " : "",
                       (long long)member->min, (long long)member->max);
    if (member->kind == REAL)
        *(double *)field = number;
    else
        *(int64_t *)field = json_integer_value(value);
    return true;
}

static bool
read_member(const struct member *member, const json_t *json,
            struct at_tester_config *out, struct at_err *err)
{
    const json_t *value = json_object_get(json, member->name);
    void *field = (char *)out + member->offset;
    if (!value)
        return true;
    if (member->kind != BOOLEAN)
        return read_number(member, value, field, err);
    if (!json_is_boolean(value))
        return at_fail(err, AT_EUSAGE, "'%s' must be true or false",
                       member->name);
    *(bool *)field = json_is_true(value);
    return true;
}

static bool
read_executor(const json_t *json, struct at_tester_config *out,
              struct at_err *err)
{
    const json_t *value = json_object_get(json, "executorInfoId");
    struct at_str id = at_json_str(value);
    if (!value)
        return true;
    if (!json_is_string(value))
        return at_fail(err, AT_EUSAGE, "'executorInfoId' must be a text");
    if (id.len >= sizeof(out->executor))
        return at_fail(err, AT_EUSAGE, "Unknown executorInfoId: %.*s",
                       AT_STR_ARG(at_utf8_head(id, sizeof(out->executor))));
    at_str_cut(out->executor, sizeof(out->executor), id);
    out->chosen = true;
    return true;
}

static bool
read_guarded(const json_t *json, struct at_tester_config *out,
             struct at_err *err)
{
    const json_t *value = json_object_get(json, "guardedActions");
    struct at_str word = at_json_str(value);
    out->ask_approval = at_str_is(word, "pause");
    if (!value || out->ask_approval || at_str_is(word, "fail"))
        return true;
    return at_fail(err, AT_EUSAGE,
                   "'guardedActions' must be 'fail' or "
                   "'pause'");
}

bool
at_tester_config_read(const json_t *json, struct at_tester_config *out,
                      struct at_err *err)
{
    set_defaults(out);
    if (!json_is_object(json))
        return at_fail(err, AT_EUSAGE, "the body must be a JSON object");
    if (!read_executor(json, out, err) || !read_guarded(json, out, err))
        return false;
    for (size_t i = 0; i < AT_LEN(members); i++) {
        if (!read_member(&members[i], json, out, err))
            return false;
    }
    const json_t *budgets = json_object_get(json, "budgets");
    return !budgets || at_budgets_read(budgets, &out->budgets, err);
}

static json_t *
member_json(const struct member *member, const struct at_tester_config *config)
{
    const char *field = (const char *)config + member->offset;
    if (member->kind == BOOLEAN)
        return json_boolean(*(const bool *)(const void *)field);
    if (member->kind == WHOLE)
        return json_integer(*(const int64_t *)(const void *)field);
    return json_real(*(const double *)(const void *)field);
}

json_t *
at_tester_config_json(const struct at_tester_config *config)
{
    json_t *json = json_object();
    at_json_set_text(json, "executorInfoId", config->executor);
    for (size_t i = 0; i < AT_LEN(members); i++)
        at_json_set(json, members[i].name, member_json(&members[i], config));
    at_json_set_text(json, "guardedActions",
                     config->ask_approval ? "pause" : "fail");
    at_json_set(json, "budgets", at_budgets_json(&config->budgets));
    return json;
}
