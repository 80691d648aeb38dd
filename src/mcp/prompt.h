// prompt.h: a prompt that people pick in their client: one constant row
//
// `prompts/list` and the check of arguments read the same rows. A worker calls
// get, which may block.
#ifndef AT_MCP_PROMPT_H
#define AT_MCP_PROMPT_H

#include <jansson.h>

#include "base/err.h"
#include "base/op.h"
#include "base/str.h"

struct at_client;

struct at_prompt_arg {
    const char *name;  // NULL ends the list
    const char *title; // may be NULL
    const char *description;
    bool required;
};

struct at_prompt_get {
    struct at_op op;
    const json_t *args;       // an object of strings, checked against the rows
    void *context;            // the server's at_tool_env; borrowed
    struct at_client *client; // never NULL
    json_t *messages;         // owned; filled by the functions below
};

struct at_prompt {
    const char *name;
    const char *title;
    const char *description;
    const struct at_prompt_arg *args; // up to the row without a name
    // Fill get->messages. AT_EUSAGE: the arguments are wrong.
    bool (*get)(struct at_prompt_get *get, struct at_err *err);
};

// Return the argument's text, "" if it is absent.
struct at_str at_prompt_str(const struct at_prompt_get *get, const char *name);

// Append a message of role "user" or "assistant".
void at_prompt_say(struct at_prompt_get *get, const char *role,
                   struct at_str text);
// Append a message with a block of content.h; takes ownership.
void at_prompt_add(struct at_prompt_get *get, const char *role, json_t *block);

// Return the Prompt object of prompts/list, which the caller owns.
json_t *at_prompt_describe(const struct at_prompt *prompt);

// Return true if args (NULL: absent) is an object of strings with all required
// and no unknown ones.
AT_CHECKED bool at_prompt_check(const struct at_prompt *prompt,
                                const json_t *args, struct at_err *err);

#endif
