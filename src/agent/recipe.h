// recipe.h: a run that passed, as actions and assertions to play again; pure
//
// Identity, not coordinates: what was touched is named by id, text and class.
// Verdicts are never stored; assertions are evaluated anew. Secrets stay
// placeholders.
#ifndef AT_AGENT_RECIPE_H
#define AT_AGENT_RECIPE_H

#include <jansson.h>

#include "agent/tool.h"
#include "base/err.h"

// What an element is known by; all owned, "" where absent.
struct at_recipe_target {
    char *id;
    char *text;
    char *description;
    char *class_name;
    int64_t index; // among equals; -1: it was the only one
};

struct at_recipe_call {
    enum at_agent_tool tool;
    json_t *args;                   // as the model gave them; owned
    struct at_recipe_target target; // of an action with one
    size_t step;                    // from 0
};

struct at_recipe {
    struct at_recipe_call *calls;
    size_t count;
    char hash[65];    // of the scenario (at_scenario_hash())
    char version[64]; // of the app; "": not known
    char device[64];  // class: "1080x2400@420"
    char locale[32];
};

void at_recipe_init(struct at_recipe *recipe);
void at_recipe_deinit(struct at_recipe *recipe);
// Borrowed until the next call.
struct at_recipe_call *at_recipe_add(struct at_recipe *recipe,
                                     enum at_agent_tool tool,
                                     const json_t *args, size_t step);
json_t *at_recipe_json(const struct at_recipe *recipe);
AT_CHECKED bool at_recipe_read(const json_t *json, struct at_recipe *out,
                               struct at_err *err);

#endif
