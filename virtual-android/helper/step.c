// step.c: inputs, quiet, tree and news in one round trip
//
// The whole request is checked before the first input. A failed input ends the
// inputs, but is still followed by the wait and the screen.
#include "virtual-android/helper/routes.h"

#include "base/alloc.h"
#include "base/op.h"
#include "sys/clock.h"
#include "virtual-android/helper/idle.h"
#include "virtual-android/helper/inputs.h"
#include "virtual-android/helper/news.h"
#include "virtual-android/helper/quiet.h"
#include "virtual-android/helper/tree.h"

enum { ACTIONS_MAX = 16 };

struct step {
    struct vd_exchange *exchange;
    struct vd_input *inputs; // owned
    size_t count;
    bool waits;
    struct vd_idle idle;
    bool dumps;
    struct vd_tree_options tree;
    uint64_t seq;
    uint64_t since; // start of the news; 0: seq
    bool failed;
};

static bool
read_actions(struct vd_exchange *exchange, struct step *step)
{
    json_t *actions = vd_take_list(&exchange->fields, "actions",
                                   (struct vd_range){0, ACTIONS_MAX});
    size_t i;
    json_t *action;
    step->inputs = at_realloc_array(NULL, json_array_size(actions) + 1,
                                    sizeof(*step->inputs));
    json_array_foreach(actions, i, action)
    {
        struct vd_fields fields =
            vd_fields_of(action, "an action", exchange->refusal);
        if (exchange->refusal->code != VD_NOT_REFUSED ||
            !vd_action_read(&fields, NULL, &step->inputs[i]))
            return false;
        step->count++;
    }
    return actions != NULL;
}

// null if the client does not need it; all defaults if it is absent. A new
// reference.
static json_t *
part(struct vd_exchange *exchange, const char *name)
{
    json_t *value = vd_take(&exchange->fields, name);
    return value ? json_incref(value) : json_object();
}

static bool
read_parts(struct vd_exchange *exchange, struct step *step)
{
    json_t *idle = part(exchange, "idle");
    json_t *tree = part(exchange, "tree");
    step->waits = !json_is_null(idle);
    step->dumps = !json_is_null(tree);
    if (step->waits) {
        struct vd_fields fields = vd_fields_of(idle, "idle", exchange->refusal);
        vd_idle_read(&fields, &step->idle);
    }
    if (step->dumps) {
        struct vd_fields fields = vd_fields_of(tree, "tree", exchange->refusal);
        vd_tree_read(&fields, &step->tree);
    }
    step->since = (uint64_t)vd_take_int(&exchange->fields, "since",
                                        (struct vd_range){0, INT32_MAX}, 0);
    // The body keeps given texts alive; a default has none.
    json_decref(idle);
    json_decref(tree);
    return vd_fields_done(&exchange->fields);
}

static void
put_error(struct vd_writer *w, const struct vd_refusal *refusal)
{
    vd_put_bool(w, "ok", false);
    vd_put_refusal(w, refusal);
}

// Returns false if the process was killed.
static bool
inject(struct step *step)
{
    struct vd_writer *w = step->exchange->w;
    vd_name(w, "results");
    vd_open(w, '[');
    for (size_t i = 0; i < step->count && !step->failed; i++) {
        struct vd_refusal refusal = {.code = VD_NOT_REFUSED};
        struct at_buf result = AT_BUF_INIT(w->out->max);
        struct vd_writer inner = {.out = &result};
        vd_put_bool(&inner, "ok", true);
        bool ok = vd_action_do(step->exchange->api, &step->inputs[i], &inner,
                               &refusal);
        vd_open(w, '{');
        if (ok)
            at_buf_add_str(w->out, at_buf_str(&result));
        else
            put_error(w, &refusal);
        vd_close(w, '}');
        at_buf_deinit(&result);
        step->failed = !ok;
        if (!ok && refusal.code == VD_NOT_REFUSED)
            return false;
    }
    vd_close(w, ']');
    return true;
}

static bool
settle(struct step *step, struct vd_dump *dump)
{
    struct vd_api *api = step->exchange->api;
    struct vd_writer *w = step->exchange->w;
    if (!step->waits)
        return !step->dumps || vd_dump_read(api, &step->tree, dump);
    vd_name(w, "idle");
    vd_open(w, '{');
    vd_put_bool(w, "ok", true);
    bool ok = step->dumps ? vd_quiet_wait(api, &step->idle, &step->tree,
                                          step->seq, w, dump)
                          : vd_idle_wait(api, &step->idle, step->seq, w);
    vd_close(w, '}');
    return ok;
}

static void
put_dump(struct step *step, const struct vd_dump *dump)
{
    struct vd_writer *w = step->exchange->w;
    if (!step->dumps)
        return;
    if (dump->has_tree) {
        vd_put_raw(w, "tree", at_buf_str(&dump->tree));
        return;
    }
    vd_name(w, "treeError");
    vd_open(w, '{');
    vd_put_refusal(w, &dump->refusal);
    vd_close(w, '}');
    step->failed = true;
}

static void
put_timing(struct vd_writer *w, int64_t input_ns, int64_t wait_ns,
           const struct vd_dump *dump)
{
    vd_name(w, "timing");
    vd_open(w, '{');
    vd_put_int(w, "inputMs", input_ns / AT_NS_PER_MS);
    vd_put_int(w, "idleMs", (wait_ns - dump->last_ns) / AT_NS_PER_MS);
    vd_put_int(w, "treeMs", dump->last_ns / AT_NS_PER_MS);
    vd_put_int(w, "trees", dump->count);
    vd_put_int(w, "treesMs", dump->all_ns / AT_NS_PER_MS);
    vd_close(w, '}');
}

static bool
run(struct step *step)
{
    struct vd_api *api = step->exchange->api;
    struct vd_writer *w = step->exchange->w;
    int64_t began_ns = at_now_ns();
    step->seq = vd_next_seq(api);
    pthread_mutex_lock(&api->inputs);
    bool ok = inject(step);
    pthread_mutex_unlock(&api->inputs);
    int64_t injected_ns = at_now_ns();
    struct vd_dump dump = {.count = 0};
    ok = ok && settle(step, &dump);
    int64_t waited_ns = at_now_ns() - injected_ns;
    if (ok)
        put_dump(step, &dump);
    vd_dump_deinit(&dump);
    if (!ok)
        return false;
    vd_name(w, "news");
    vd_open(w, '{');
    vd_put_news(api, step->since > 0 ? step->since : step->seq, w);
    vd_close(w, '}');
    put_timing(w, injected_ns - began_ns, waited_ns, &dump);
    vd_put_bool(w, "ok", !step->failed);
    return true;
}

bool
vd_endpoint_step(struct vd_exchange *exchange)
{
    struct step step = {.exchange = exchange};
    bool ok = read_actions(exchange, &step) && read_parts(exchange, &step) &&
              run(&step);
    free(step.inputs);
    return ok;
}
