#include "setup/change.h"

#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits_setup.h"
#include "setup/place.h"
#include "setup/server.h"
#include "setup/skill.h"
#include "sys/file.h"
#include "sys/replace.h"

bool
at_setup_job_suits(const struct at_setup_job *job,
                   const struct at_setup_client *client)
{
    if (job->skill.len > 0)
        return client->skills.base != AT_SETUP_NOWHERE;
    return job->project ? client->project_file != NULL
                        : client->file.base != AT_SETUP_NOWHERE;
}

// Return the path of the client's file, owned by the caller; NULL with err.
static char *
find_path(const struct at_setup_job *job, const struct at_setup_client *client,
          struct at_err *err)
{
    bool is_skill = job->skill.len > 0;
    const char *below =
        is_skill ? client->project_skills : client->project_file;
    if (!at_setup_job_suits(job, client)) {
        at_fail(
            err, AT_EUSAGE, "%s has no %s", client->name,
            is_skill
                ? "folder of skills"
                : "list of servers in a project: leave out --scope project");
        return NULL;
    }
    char *base = job->project
                     ? at_strfmt("%s/%s", job->project, below)
                     : at_setup_place_path(
                           is_skill ? &client->skills : &client->file, err);
    if (!base || !is_skill)
        return base;
    char *path = at_strfmt("%s/%s/SKILL.md", base, job->skill_name);
    free(base);
    return path;
}

static bool
plan_server(struct at_setup_change *change, const struct at_setup_job *job,
            struct at_err *err)
{
    struct at_str old = at_buf_str(&change->old);
    struct at_buf without = AT_BUF_INIT(AT_SETUP_FILE_MAX_BYTES);
    bool ok = at_setup_server_drop(change->client, old, &without, err);
    bool has = ok && !at_str_eq(at_buf_str(&without), old);
    change->verb = job->remove ? AT_SETUP_REMOVE
                   : has       ? AT_SETUP_UPDATE
                               : AT_SETUP_ADD;
    if (ok && job->remove)
        at_buf_add_str(&change->now, at_buf_str(&without));
    else if (ok)
        ok = at_setup_server_put(change->client, &job->command, old,
                                 &change->now, err);
    at_buf_deinit(&without);
    return ok;
}

static void
plan_skill(struct at_setup_change *change, const struct at_setup_job *job)
{
    change->verb = job->remove       ? AT_SETUP_REMOVE
                   : change->existed ? AT_SETUP_UPDATE
                                     : AT_SETUP_ADD;
    change->deletes = job->remove;
    if (!job->remove)
        at_setup_skill_write(job->skill, &change->now);
    bool same = at_str_eq(at_buf_str(&change->old), at_buf_str(&change->now));
    if (change->existed && !same && !job->even_changed &&
        !at_setup_skill_is_ours(at_buf_str(&change->old), job->skill))
        change->state = AT_SETUP_KEPT;
}

// Read the file, which may be absent, and set the state.
static void
plan(struct at_setup_change *change, const struct at_setup_job *job)
{
    at_buf_clear(&change->old);
    at_buf_clear(&change->now);
    change->existed = at_file_exists(change->path);
    change->state = AT_SETUP_SAME;
    bool ok = !change->existed ||
              at_file_read(change->path, &change->old, &change->err);
    if (ok && job->skill.len > 0) {
        plan_skill(change, job);
    } else if (ok && !plan_server(change, job, &change->err)) {
        at_err_context(&change->err, "'%s' stays as it is", change->path);
        ok = false;
    }
    if (!ok)
        change->state = AT_SETUP_FAILED;
    else if (change->state == AT_SETUP_SAME &&
             !at_str_eq(at_buf_str(&change->old), at_buf_str(&change->now)))
        change->state = AT_SETUP_PENDING;
}

void
at_setup_change_plan(struct at_setup_change *change,
                     const struct at_setup_job *job,
                     const struct at_setup_client *client)
{
    *change = (struct at_setup_change){
        .client = client,
        .state = AT_SETUP_FAILED,
        .old = AT_BUF_INIT(AT_SETUP_FILE_MAX_BYTES),
        .now = AT_BUF_INIT(AT_SETUP_FILE_MAX_BYTES),
        .err = AT_ERR_INIT,
    };
    change->path = find_path(job, client, &change->err);
    if (change->path)
        plan(change, job);
}

// Remove the skill's folder if it is empty now.
static void
remove_folder(const char *path)
{
    char *folder = at_strdup(path);
    char *slash = strrchr(folder, '/');
    if (slash) {
        *slash = '\0';
        (void)rmdir(folder);
    }
    free(folder);
}

static enum at_replaced
write_change(struct at_setup_change *change, const struct at_setup_job *job)
{
    struct at_str old = {0};
    if (change->existed)
        old = at_str(at_buf_text(&change->old)), old.len = change->old.len;
    enum at_replaced written =
        change->deletes
            ? at_file_remove_if(change->path, old, &change->err)
            : at_file_replace(change->path, old, at_buf_str(&change->now),
                              job->project ? 0666 : 0600, &change->err);
    if (written == AT_REPLACE_DONE && change->deletes)
        remove_folder(change->path);
    return written;
}

void
at_setup_change_apply(struct at_setup_change *change,
                      const struct at_setup_job *job)
{
    for (int i = 0; change->state == AT_SETUP_PENDING; i++) {
        enum at_replaced written = i < AT_SETUP_TRIES_MAX
                                       ? write_change(change, job)
                                       : AT_REPLACE_FAILED;
        if (i == AT_SETUP_TRIES_MAX)
            at_fail(&change->err, AT_EBUSY,
                    "'%s' changed %d times while it was written: close %s and "
                    "try again",
                    change->path, i, change->client->name);
        if (written == AT_REPLACE_CHANGED)
            plan(change, job);
        else
            change->state =
                written == AT_REPLACE_DONE ? AT_SETUP_DONE : AT_SETUP_FAILED;
    }
}

void
at_setup_change_deinit(struct at_setup_change *change)
{
    free(change->path);
    at_buf_deinit(&change->old);
    at_buf_deinit(&change->now);
}
