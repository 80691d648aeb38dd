// recipe.h: a recording: the actions and assertions of a run that passed; pure
//
// Code says recipe because the recording of a screen is a video. Elements are
// named by id, text and class rather than by coordinates. Verdicts are never
// stored, because assertions are evaluated anew. Secrets stay placeholders.
#ifndef AT_AGENT_RECIPE_H
#define AT_AGENT_RECIPE_H

#include <jansson.h>

#include "agent/tool.h"
#include "base/err.h"

// The names of an element by which it is found again; all owned, "" where
// absent.
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

// The app and device on which a recording was made. All "": it may be tried
// anywhere.
struct at_recipe_place {
    char version[64]; // of the app
    char device[64];  // class: "1080x2400@420"
    char locale[32];  // "en-US"
};

struct at_recipe {
    struct at_recipe_call *calls; // owned; in the order of their steps
    size_t count;
    char hash[65]; // of the scenario (at_scenario_hash())
    struct at_recipe_place place;
};

enum { AT_RECIPE_KEY_LEN = 64 };

void at_recipe_init(struct at_recipe *recipe);
void at_recipe_deinit(struct at_recipe *recipe); // twice is allowed
// Add a call with a copy of args. Borrowed until the next call.
struct at_recipe_call *at_recipe_add(struct at_recipe *recipe,
                                     enum at_agent_tool tool,
                                     const json_t *args, size_t step);
// The calls of the step after step belong to step.
void at_recipe_join(struct at_recipe *recipe, size_t step);
// Remove the calls of step and of those after it.
void at_recipe_cut(struct at_recipe *recipe, size_t step);
void at_recipe_drop(struct at_recipe *recipe); // the last call
void at_recipe_target_copy(struct at_recipe_target *target,
                           const struct at_recipe_target *from);
// Returns true if a call of this tool must name an element to be played again.
bool at_recipe_needs_target(enum at_agent_tool tool);
// Returns true if the target is known by more than its class, in texts that can
// be kept.
bool at_recipe_is_named(const struct at_recipe_target *target);
// Returns true if a call of this tool, with this result, can be played again.
bool at_recipe_takes(enum at_agent_tool tool,
                     const struct at_agent_tool_result *result);

json_t *at_recipe_json(const struct at_recipe *recipe); // owned by the caller
// {"step" (from 1),"tool","args","target"}; owned by the caller.
json_t *at_recipe_call_json(const struct at_recipe_call *call);
// Tell what is another in now than it was, call by call, in order:
// [{"step","kind":"changed"|"added"|"removed","was":call,"now":call}]. Owned by
// the caller.
json_t *at_recipe_changes(const struct at_recipe *was,
                          const struct at_recipe *now);
// AT_EUSAGE says which call is not one. *out is as new on failure.
AT_CHECKED bool at_recipe_read(const json_t *json, struct at_recipe *out,
                               struct at_err *err);

// The name under which a recording of the scenario with this hash is kept. The
// app's version is not in it: a recording of another version is tried, and
// replaced if it fails.
void at_recipe_key(const char *hash, const struct at_recipe_place *place,
                   char out[AT_RECIPE_KEY_LEN + 1]);

#endif
