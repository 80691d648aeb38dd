// prompt.c: describe and check prompts; their messages
#include "mcp/prompt.h"

#include "mcp/content.h"
#include "wire/json.h"

struct at_str
at_prompt_str(const struct at_prompt_get *get, const char *name)
{
    return at_json_get_str(get->args, name);
}

void
at_prompt_add(struct at_prompt_get *get, const char *role, json_t *block)
{
    json_t *message = json_object();
    at_json_set_text(message, "role", role);
    at_json_set(message, "content", block);
    json_array_append_new(get->messages, message);
}

void
at_prompt_say(struct at_prompt_get *get, const char *role, struct at_str text)
{
    at_prompt_add(get, role, at_content_text(text));
}

static json_t *
describe_arg(const struct at_prompt_arg *arg)
{
    json_t *object = json_object();
    at_json_set_text(object, "name", arg->name);
    if (arg->title)
        at_json_set_text(object, "title", arg->title);
    at_json_set_text(object, "description", arg->description);
    at_json_set(object, "required", json_boolean(arg->required));
    return object;
}

json_t *
at_prompt_describe(const struct at_prompt *prompt)
{
    json_t *object = json_object();
    json_t *args = json_array();
    at_json_set_text(object, "name", prompt->name);
    at_json_set_text(object, "title", prompt->title);
    at_json_set_text(object, "description", prompt->description);
    for (const struct at_prompt_arg *arg = prompt->args; arg->name; arg++)
        json_array_append_new(args, describe_arg(arg));
    at_json_set(object, "arguments", args);
    return object;
}

static bool
check_given(const struct at_prompt *prompt, const char *name,
            const json_t *value, struct at_err *err)
{
    const struct at_prompt_arg *arg = prompt->args;
    while (arg->name && !at_str_is(at_str(name), arg->name))
        arg++;
    if (!arg->name)
        return at_fail(err, AT_EUSAGE,
                       "prompt '%s' has no argument '%.100s': prompts/list "
                       "has the names",
                       prompt->name, name);
    if (!json_is_string(value))
        return at_fail(err, AT_EUSAGE, "argument '%s' must be a string",
                       arg->name);
    return true;
}

bool
at_prompt_check(const struct at_prompt *prompt, const json_t *args,
                struct at_err *err)
{
    const char *name;
    json_t *value;
    if (args && !json_is_object(args))
        return at_fail(err, AT_EUSAGE, "arguments must be an object");
    json_object_foreach((json_t *)args, name, value)
    {
        if (!check_given(prompt, name, value, err))
            return false;
    }
    for (const struct at_prompt_arg *arg = prompt->args; arg->name; arg++) {
        if (arg->required && !json_object_get(args, arg->name))
            return at_fail(err, AT_EUSAGE,
                           "prompt '%s' needs the argument '%s': %s",
                           prompt->name, arg->name, arg->description);
    }
    return true;
}
