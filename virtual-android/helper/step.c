// step.c: inputs, quiet, tree and news in one round trip
//
// All of the request is checked before the first input. An input that fails
// ends the inputs; the screen that it left is still waited for and told.
#include "base/alloc.h"
#include "base/op.h"
#include "sys/clock.h"
#include "virtual-android/helper/api.h"

enum { ACTIONS_MAX = 16 };

struct step {
    struct va_ask *ask;
    struct va_input *inputs; // owned
    size_t count;
    bool waits;
    struct va_idle idle;
    bool dumps;
    struct va_tree_options tree;
    uint64_t seq;
    bool failed;
};

static bool
read_actions(struct va_ask *ask, struct step *step)
{
    json_t *actions = va_take_list(&ask->fields, "actions",
                                   (struct va_range){0, ACTIONS_MAX});
    size_t i;
    json_t *action;
    step->inputs = at_realloc_array(NULL, json_array_size(actions) + 1,
                                    sizeof(*step->inputs));
    json_array_foreach(actions, i, action)
    {
        struct va_fields fields =
            va_fields_of(action, "an action", ask->refusal);
        if (ask->refusal->code != VA_FINE ||
            !va_action_read(&fields, NULL, &step->inputs[i]))
            return false;
        step->count++;
    }
    return actions != NULL;
}

// null where the client does not want it, all defaults where it says nothing.
// A new reference.
static json_t *
part(struct va_ask *ask, const char *name)
{
    json_t *value = va_take(&ask->fields, name);
    return value ? json_incref(value) : json_object();
}

static bool
read_parts(struct va_ask *ask, struct step *step)
{
    json_t *idle = part(ask, "idle");
    json_t *tree = part(ask, "tree");
    step->waits = !json_is_null(idle);
    step->dumps = !json_is_null(tree);
    if (step->waits) {
        struct va_fields fields = va_fields_of(idle, "idle", ask->refusal);
        va_idle_read(&fields, &step->idle);
    }
    if (step->dumps) {
        struct va_fields fields = va_fields_of(tree, "tree", ask->refusal);
        va_tree_read(&fields, &step->tree);
    }
    // The body keeps what was given alive; a default holds no text.
    json_decref(idle);
    json_decref(tree);
    return va_fields_done(&ask->fields);
}

static void
put_error(struct va_writer *w, const struct va_refusal *refusal)
{
    va_put_bool(w, "ok", false);
    va_put_refusal(w, refusal);
}

// false: the process was killed.
static bool
inject(struct step *step)
{
    struct va_writer *w = step->ask->w;
    va_name(w, "results");
    va_open(w, '[');
    for (size_t i = 0; i < step->count && !step->failed; i++) {
        struct va_refusal refusal = {.code = VA_FINE};
        struct at_buf told = AT_BUF_INIT(w->out->max);
        struct va_writer inner = {.out = &told};
        va_put_bool(&inner, "ok", true);
        bool ok =
            va_action_do(step->ask->api, &step->inputs[i], &inner, &refusal);
        va_open(w, '{');
        if (ok)
            at_buf_add_str(w->out, at_buf_str(&told));
        else
            put_error(w, &refusal);
        va_close(w, '}');
        at_buf_deinit(&told);
        step->failed = !ok;
        if (!ok && refusal.code == VA_FINE)
            return false;
    }
    va_close(w, ']');
    return true;
}

static bool
settle(struct step *step)
{
    struct va_writer *w = step->ask->w;
    if (!step->waits)
        return true;
    va_name(w, "idle");
    va_open(w, '{');
    va_put_bool(w, "ok", true);
    bool ok = va_idle_wait(step->ask->api, &step->idle, step->seq, w);
    va_close(w, '}');
    return ok;
}

static bool
dump(struct step *step)
{
    struct va_writer *w = step->ask->w;
    struct va_refusal refusal = {.code = VA_FINE};
    struct at_buf tree = AT_BUF_INIT(w->out->max);
    struct va_writer inner = {.out = &tree};
    if (!step->dumps)
        return true;
    bool ok = va_put_tree(step->ask->api, &step->tree, &inner, &refusal);
    if (ok) {
        va_put_raw(w, "tree", at_buf_str(&tree));
    } else if (refusal.code != VA_FINE) {
        va_name(w, "treeError");
        va_open(w, '{');
        va_put_refusal(w, &refusal);
        va_close(w, '}');
        step->failed = true;
    }
    at_buf_deinit(&tree);
    return ok || refusal.code != VA_FINE;
}

static int64_t
ms_between(int64_t from_ns, int64_t to_ns)
{
    return (to_ns - from_ns) / AT_NS_PER_MS;
}

static bool
run(struct step *step)
{
    struct va_api *api = step->ask->api;
    struct va_writer *w = step->ask->w;
    int64_t began_ns = at_now_ns();
    step->seq = va_next_seq(api);
    pthread_mutex_lock(&api->inputs);
    bool ok = inject(step);
    pthread_mutex_unlock(&api->inputs);
    int64_t injected_ns = at_now_ns();
    ok = ok && settle(step);
    int64_t quiet_ns = at_now_ns();
    ok = ok && dump(step);
    if (!ok)
        return false;
    int64_t dumped_ns = at_now_ns();
    va_name(w, "news");
    va_open(w, '{');
    va_put_news(api, step->seq, w);
    va_close(w, '}');
    va_name(w, "timing");
    va_open(w, '{');
    va_put_int(w, "inputMs", ms_between(began_ns, injected_ns));
    va_put_int(w, "idleMs", ms_between(injected_ns, quiet_ns));
    va_put_int(w, "treeMs", ms_between(quiet_ns, dumped_ns));
    va_close(w, '}');
    va_put_bool(w, "ok", !step->failed);
    return true;
}

bool
va_ask_step(struct va_ask *ask)
{
    struct step step = {.ask = ask};
    bool ok = read_actions(ask, &step) && read_parts(ask, &step) && run(&step);
    free(step.inputs);
    return ok;
}
