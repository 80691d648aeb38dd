// config.c: a row for each member, which both reading and writing use
#include "agent/config.h"

#include <stddef.h>
#include <string.h>

#include "wire/json.h"

enum kind { BOOLEAN, WHOLE, REAL, NAME };

#define FIELD(name, kind, field)                                               \
    name, kind, offsetof(struct at_tester_config, field),                      \
        sizeof(((struct at_tester_config *)NULL)->field)

// Separate functions read "executorInfoId", "guardedActions" and "budgets".
static const struct member {
    const char *name;
    enum kind kind;
    size_t offset;
    size_t size;
    bool is_own; // not a member of the contract
    int64_t min; // limits of a number
    int64_t max;
} members[] = {
    {FIELD("llmTemperature", REAL, temperature), false, 0, 10},
    {FIELD("maxAgentIterations", WHOLE, max_iterations), false, 1, 1000},
    {FIELD("logTokensConsumption", BOOLEAN, log_tokens), false, 0, 0},
    {FIELD("logsEnabled", BOOLEAN, logs), false, 0, 0},
    {FIELD("screenshotsEnabled", BOOLEAN, screenshots), false, 0, 0},
    {FIELD("recordingEnabled", BOOLEAN, recording), false, 0, 0},
    {FIELD("stream", BOOLEAN, stream), true, 0, 0},
    {FIELD("replay", BOOLEAN, replay), true, 0, 0},
    {FIELD("strongProofs", BOOLEAN, strong_proofs), true, 0, 0},
    {FIELD("secondModel", NAME, second_model), true, 0, 0},
};

static void *
field_of(struct at_tester_config *config, const struct member *member)
{
    return (char *)config + member->offset;
}

static const void *
value_of(const struct at_tester_config *config, const struct member *member)
{
    return (const char *)config + member->offset;
}

// Set the defaults of members that a POST /config leaves out.
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
    for (size_t i = 0; i < AT_LEN(members); i++) {
        const struct member *member = &members[i];
        if (member->is_own && !json_object_get(json, member->name))
            memcpy(field_of(config, member), value_of(before, member),
                   member->size);
    }
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
    // The conditions are negated so that NaN fails them.
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
read_name(const struct member *member, const json_t *value, char *field,
          struct at_err *err)
{
    struct at_str name = at_json_str(value);
    if (!json_is_string(value))
        return at_fail(err, AT_EUSAGE, "'%s' must be a text", member->name);
    if (name.len >= member->size)
        return at_fail(err, AT_EUSAGE, "Unknown %s: %.*s", member->name,
                       AT_STR_ARG(at_utf8_head(name, member->size)));
    at_str_cut(field, member->size, name);
    return true;
}

static bool
read_member(const struct member *member, const json_t *json,
            struct at_tester_config *out, struct at_err *err)
{
    const json_t *value = json_object_get(json, member->name);
    void *field = field_of(out, member);
    if (!value)
        return true;
    if (member->kind == NAME)
        return read_name(member, value, field, err);
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
    if (!read_executor(json, out, err)) {
        at_err_field(err, "executorInfoId");
        return false;
    }
    if (!read_guarded(json, out, err)) {
        at_err_field(err, "guardedActions");
        return false;
    }
    for (size_t i = 0; i < AT_LEN(members); i++) {
        if (!read_member(&members[i], json, out, err)) {
            at_err_field(err, members[i].name);
            return false;
        }
    }
    const json_t *budgets = json_object_get(json, "budgets");
    return !budgets || at_budgets_read(budgets, &out->budgets, err);
}

static json_t *
member_json(const struct member *member, const struct at_tester_config *config)
{
    const void *field = value_of(config, member);
    switch (member->kind) {
    case BOOLEAN:
        return json_boolean(*(const bool *)field);
    case WHOLE:
        return json_integer(*(const int64_t *)field);
    case REAL:
        return json_real(*(const double *)field);
    case NAME:
        break;
    }
    return at_json_text(at_str(field));
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
