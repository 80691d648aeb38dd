// runs_devices.c: the devices that can do a run
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "tester/runs/runs_job.h"
#include "tester/runs/runs_listing.h"
#include "tester/runs/runs_priv.h"

const char *
at_runs_wanted_device(struct at_runs *runs, const struct at_platform *platform)
{
    static const struct {
        const char *platform;
        const char *variable;
    } variables[] = {{"android", "ANDROID_SERIAL"}};
    for (size_t i = 0; i < AT_LEN(variables); i++) {
        const char *value =
            strcmp(variables[i].platform, platform->name) == 0
                ? at_env_variable(runs->opts.env, variables[i].variable)
                : NULL;
        if (value)
            return value;
    }
    return "";
}

// A run may need these of a device: its platform, its kind and system as the
// list of devices shows them, and the words of AGENTEST_CAPS, of which
// "SERIAL=word" is of that device alone.
void
at_runs_add_caps(struct at_runs *runs, const struct at_platform *platform,
                 const struct at_device_entry *entry, struct at_argv *out)
{
    const char *const own[] = {platform->name, entry->kind, entry->os};
    const char *words = at_env_variable(runs->opts.env, "AGENTEST_CAPS");
    struct at_str rest = at_str(words ? words : "");
    struct at_str word;
    for (size_t i = 0; i < AT_LEN(own); i++) {
        if (own[i][0])
            at_argv_add(out, own[i]);
    }
    while (at_str_next(&rest, ' ', &word)) {
        ptrdiff_t at = at_str_find(word, AT_STR("="));
        bool is_its =
            at < 0 || at_str_is(at_str_head(word, (size_t)at), entry->id);
        struct at_str cap = at_str_skip(word, at < 0 ? 0 : (size_t)at + 1);
        if (is_its && cap.len > 0)
            at_argv_add_str(out, cap);
    }
}

static bool
is_wanted(const struct at_scenario *scenario,
          const struct at_platform *platform)
{
    return (!scenario->platform[0] ||
            strcmp(scenario->platform, platform->name) == 0) &&
           platform->list && platform->present();
}

static void
add_candidate(struct at_runs_candidates *out,
              const struct at_platform *platform, const char *device,
              const struct at_argv *caps)
{
    out->rows = at_realloc_array(out->rows, out->count + 1, sizeof(*out->rows));
    out->rows[out->count].platform = platform;
    at_str_cut(out->rows[out->count].device, sizeof(out->rows[0].device),
               at_str(device));
    out->rows[out->count].caps = *caps;
    out->count++;
}

void
at_runs_candidates_deinit(struct at_runs_candidates *candidates)
{
    for (size_t i = 0; i < candidates->count; i++)
        at_argv_deinit(&candidates->rows[i].caps);
    free(candidates->rows);
    *candidates = (struct at_runs_candidates){NULL, 0};
}

// The parts of the message that no device can be used.
struct unusable {
    const char *named; // the device that is wanted; "": any
    const struct at_argv *needs;
    struct at_buf names;
    char remedy[256];
};

static bool
lacks(const struct at_argv *caps, const struct at_argv *needs)
{
    const struct at_choice_run run = {.needs = needs};
    const struct at_choice_device device = {"", "", "", caps};
    return !at_choice_suits(&run, &device);
}

static void
consider(struct at_runs *runs, const struct at_platform *platform,
         const struct at_device_entry *entry, struct unusable *others,
         struct at_runs_candidates *out)
{
    struct at_argv caps = AT_ARGV_INIT;
    bool is_it = !others->named[0] || strcmp(others->named, entry->id) == 0;
    at_runs_add_caps(runs, platform, entry, &caps);
    bool lacking = lacks(&caps, others->needs);
    if (is_it && entry->usable && !lacking) {
        add_candidate(out, platform, entry->id, &caps);
        return;
    }
    at_argv_deinit(&caps);
    at_buf_add_fmt(&others->names, "%s'%s' (%s)",
                   others->names.len > 0 ? ", " : "", entry->id,
                   entry->usable && lacking ? "lacks what the run needs"
                                            : entry->state);
    if (is_it && !others->remedy[0])
        at_str_cut(others->remedy, sizeof(others->remedy),
                   at_str(entry->remedy));
}

static bool
fail_no_device(const struct unusable *others, const struct at_err *why,
               struct at_err *err)
{
    if (why->code != AT_OK)
        return at_err_pass(err, why);
    const char *names = at_buf_text(&others->names);
    if (others->named[0])
        at_fail(err, AT_ENODEV, "device '%s' cannot be used", others->named);
    else
        at_fail(err, AT_ENODEV, "no device can be used");
    if (others->remedy[0])
        at_err_add(err, "%s", others->remedy);
    if (names[0])
        at_err_add(err, "there are %s", names);
    else
        at_err_add(err, "connect one, or start an emulator or simulator");
    return false;
}

void
at_runs_usable(const struct at_op *op, struct at_runs *runs,
               struct at_runs_candidates *out)
{
    static const struct at_argv nothing = AT_ARGV_INIT;
    const struct at_platform_call call = {op, NULL};
    const struct at_platform *const *platform = runs->opts.platforms;
    struct unusable others = {
        .named = "", .needs = &nothing, .names = AT_BUF_INIT(AT_KIB)};
    for (; *platform; platform++) {
        struct at_device_list list = {NULL, 0};
        if ((*platform)->list && (*platform)->present() &&
            (*platform)->list(&call, &list, NULL)) {
            for (size_t i = 0; i < list.count; i++)
                consider(runs, *platform, &list.entries[i], &others, out);
        }
        at_device_list_deinit(&list);
    }
    at_buf_deinit(&others.names);
}

bool
at_runs_candidates(const struct at_op *op, struct at_runs *runs,
                   const struct at_run_record *record,
                   struct at_runs_listing *listing,
                   struct at_runs_candidates *out, struct at_err *err)
{
    const struct at_scenario *scenario = &record->scenario;
    struct at_runs_listing own = {.count = 0};
    const struct at_platform *const *platform = runs->opts.platforms;
    struct unusable others = {
        .named = "", .needs = &record->needs, .names = AT_BUF_INIT(512)};
    struct at_err why = AT_ERR_INIT;
    for (; *platform; platform++) {
        if (!is_wanted(scenario, *platform))
            continue;
        const struct at_runs_listed *listed =
            at_runs_listed(op, listing ? listing : &own, *platform);
        others.named = scenario->device[0]
                           ? scenario->device
                           : at_runs_wanted_device(runs, *platform);
        for (size_t i = 0; listed->ok && i < listed->list.count; i++)
            consider(runs, *platform, &listed->list.entries[i], &others, out);
        if (!listed->ok)
            why = listed->why;
    }
    at_runs_listing_deinit(&own);
    bool ok = out->count > 0 || fail_no_device(&others, &why, err);
    at_buf_deinit(&others.names);
    return ok;
}
