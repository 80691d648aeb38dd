#include "setup/setup.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits_setup.h"
#include "setup/launch.h"
#include "setup/line_diff.h"
#include "setup/place.h"
#include "sys/filelock.h"
#include "sys/folder.h"
#include "sys/path.h"
#include "sys/userdirs.h"

const struct at_positional at_setup_positionals[] = {
    {.name = "CLIENT",
     .help = "only these; without one, all that are found on this machine",
     .choices = at_setup_words,
     .optional = true,
     .repeats = true},
    {0},
};

static void
add(struct at_setup *setup, const struct at_setup_client *client)
{
    for (size_t i = 0; i < setup->count; i++) {
        if (setup->changes[i].client == client)
            return;
    }
    at_setup_change_plan(&setup->changes[setup->count++], &setup->job, client);
}

// Add the clients that are named, else those that are installed.
static bool
choose(const struct at_arguments *args, struct at_setup *out,
       struct at_err *err)
{
    for (size_t i = 0; at_arguments_at(args, i); i++) {
        const struct at_setup_client *client =
            at_setup_client_find(at_arguments_at(args, i));
        if (client)
            add(out, client);
    }
    for (size_t i = 0; !at_arguments_at(args, 0) && i < AT_SETUP_CLIENTS; i++) {
        const struct at_setup_client *client = &at_setup_clients[i];
        if (at_setup_job_suits(&out->job, client) &&
            at_setup_is_installed(client))
            add(out, client);
    }
    return out->count > 0 ||
           at_fail(err, AT_ENOTFOUND,
                   "no client was found on this machine: name one, such as "
                   "`%s setup claude`",
                   args->program->name);
}

static bool
read_scope(const struct at_arguments *args, struct at_setup *out,
           struct at_err *err)
{
    const char *scope = at_arguments_option(args, "--scope");
    if (!scope || strcmp(scope, "user") == 0)
        return true;
    if (strcmp(scope, "project") != 0)
        return at_fail(err, AT_EUSAGE, "--scope is user or project, not '%s'",
                       scope);
    out->folder = at_path_real(".", err);
    out->job.project = out->folder;
    return out->folder != NULL;
}

bool
at_setup_plan(const struct at_arguments *args, struct at_str skill,
              struct at_setup *out, struct at_err *err)
{
    *out = (struct at_setup){
        .job = {.skill = skill,
                .skill_name = args->program->name,
                .remove = at_arguments_have(args, "--remove"),
                .even_changed = at_arguments_have(args, "--yes")},
        .dry_run = at_arguments_have(args, "--dry-run"),
    };
    if (!read_scope(args, out, err))
        return false;
    if (skill.len == 0)
        at_setup_launch_words(args->argv0, &out->job.command);
    return choose(args, out, err);
}

void
at_setup_deinit(struct at_setup *setup)
{
    for (size_t i = 0; i < setup->count; i++)
        at_setup_change_deinit(&setup->changes[i]);
    at_argv_deinit(&setup->job.command);
    free(setup->folder);
}

static size_t
count_of(const struct at_setup *setup, enum at_setup_state state)
{
    size_t count = 0;
    for (size_t i = 0; i < setup->count; i++)
        count += setup->changes[i].state == state;
    return count;
}

static void
write_diff(const struct at_setup_change *change, struct at_buf *out)
{
    at_line_diff_write(at_buf_str(&change->old), at_buf_str(&change->now), out);
}

// Show what is pending, and ask. Return true for a yes.
static bool
ask(struct at_setup *setup)
{
    char answer[16] = "";
    for (size_t i = 0; i < setup->count; i++) {
        const struct at_setup_change *change = &setup->changes[i];
        struct at_buf diff = AT_BUF_INIT(2 * AT_SETUP_FILE_MAX_BYTES);
        if (change->state == AT_SETUP_PENDING) {
            write_diff(change, &diff);
            fprintf(stderr, "%s: %s\n%s\n", change->client->name, change->path,
                    at_buf_text(&diff));
        }
        at_buf_deinit(&diff);
    }
    size_t count = count_of(setup, AT_SETUP_PENDING);
    fprintf(stderr, "Write %zu file%s? [y/N] ", count, count == 1 ? "" : "s");
    fflush(stderr);
    setup->shown = true;
    return fgets(answer, sizeof(answer), stdin) &&
           (answer[0] == 'y' || answer[0] == 'Y');
}

// Keep other runs of setup out while this one writes. A machine without a
// folder for the lock still has the comparison before each write.
static struct at_filelock *
lock(void)
{
    const struct at_op forever = {AT_NEVER_NS, NULL};
    struct at_filelock *taken = NULL;
    char *folder = at_userdirs_state("agentest", NULL);
    char *path = folder ? at_strfmt("%s/setup.lock", folder) : NULL;
    if (path && at_folder_make(folder, NULL) &&
        !at_filelock_take(&forever, path, &taken, NULL))
        taken = NULL;
    free(path);
    free(folder);
    return taken;
}

static bool
judge(const struct at_setup *setup, struct at_err *err)
{
    size_t failed = count_of(setup, AT_SETUP_FAILED);
    size_t kept = count_of(setup, AT_SETUP_KEPT);
    for (size_t i = 0; failed > 0 && i < setup->count; i++) {
        if (setup->changes[i].state == AT_SETUP_FAILED)
            return at_fail(err, setup->changes[i].err.code,
                           "%zu of %zu clients failed, the first is %s: %s",
                           failed, setup->count, setup->changes[i].client->name,
                           setup->changes[i].err.msg);
    }
    return kept == 0 ||
           at_fail(err, AT_EUSAGE,
                   "%zu file%s changed by hand: --yes %s %s all the same", kept,
                   kept == 1 ? " was" : "s were",
                   setup->job.remove ? "removes" : "overwrites",
                   kept == 1 ? "it" : "them");
}

bool
at_setup_run(struct at_setup *setup, const struct at_arguments *args,
             bool may_ask, struct at_err *err)
{
    size_t pending = count_of(setup, AT_SETUP_PENDING);
    if (setup->dry_run || pending == 0)
        return judge(setup, err);
    if (!at_arguments_have(args, "--yes")) {
        if (!may_ask || !isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
            return at_fail(err, AT_EUSAGE,
                           "nothing was written, for no one can be asked here: "
                           "repeat it with --yes");
        if (!ask(setup))
            return at_fail(err, AT_EUSAGE, "nothing was written");
    }
    struct at_filelock *held = lock();
    for (size_t i = 0; i < setup->count; i++)
        at_setup_change_apply(&setup->changes[i], &setup->job);
    at_filelock_release(held);
    return judge(setup, err);
}
