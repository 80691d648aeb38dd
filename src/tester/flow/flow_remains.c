// flow_remains.c: pictures, trees and logs that commands leave, with secrets
// covered
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "flow/app/app.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "tester/flow/flow_priv.h"
#include "tester/tools/image_mask.h"

static bool
has_secrets(const struct at_flow_job *job)
{
    return at_secrets_count(job->opts->secrets) > 0;
}

static const struct at_tree *
shown_tree(const struct at_flow_job *job)
{
    const struct at_app *app = at_tool_runner_app(job->runner);
    return at_app_is_current(app) ? at_app_tree(app) : NULL;
}

// Cover what a picture may not show. A comparison's difference has no tree.
static bool
cover_picture(const struct at_flow_job *job,
              const struct at_maestro_artifact *artifact, struct at_buf *bytes,
              struct at_err *err)
{
    bool is_screen = strcmp(artifact->type, "screenshot") == 0;
    return at_image_mask(bytes, is_screen ? shown_tree(job) : NULL,
                         job->opts->secrets, err);
}

static bool
cover(const struct at_flow_job *job, const struct at_maestro_artifact *artifact,
      struct at_buf *bytes, struct at_err *err)
{
    struct at_str path = at_str(artifact->path);
    struct at_buf masked = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    if (at_str_ends(path, AT_STR(".png")))
        return cover_picture(job, artifact, bytes, err);
    if (at_str_ends(path, AT_STR(".mp4")))
        return !has_secrets(job) ||
               at_fail(err, AT_EUNSUPPORTED,
                       "a recording of a run with secrets is not kept: a "
                       "video cannot be covered");
    at_secrets_mask(job->opts->secrets, at_buf_str(bytes), &masked);
    at_buf_deinit(bytes);
    *bytes = masked;
    return !bytes->overflow || at_fail(err, AT_ELIMIT, "it is too long");
}

// Put the file to its place below the run's folder, covered. A screenshot stays
// where it is, too: a later command may compare with it.
static bool
take(struct at_flow_job *job, const struct at_maestro_artifact *artifact,
     const char *to, struct at_err *err)
{
    struct at_buf bytes = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    char *whole = at_strfmt("%s/%s", job->opts->folder, to);
    char *folder = at_strndup(whole, (size_t)(strrchr(whole, '/') - whole));
    bool is_video = at_str_ends(at_str(to), AT_STR(".mp4"));
    bool ok = at_folder_make(folder, err);
    if (ok && is_video)
        ok = cover(job, artifact, &bytes, err) &&
             (rename(artifact->path, whole) == 0 ||
              at_fail_sys(err, AT_EIO, errno, "cannot move '%s'",
                          artifact->path));
    else if (ok)
        ok = at_file_read(artifact->path, &bytes, err) &&
             cover(job, artifact, &bytes, err) &&
             at_file_put(whole, at_buf_str(&bytes), err);
    at_buf_deinit(&bytes);
    free(folder);
    free(whole);
    return ok;
}

static const char *
extension_of(const char *path)
{
    const char *name = strrchr(path, '/');
    const char *dot = strrchr(name ? name : path, '.');
    return dot ? dot : "";
}

static void
keep_one(struct at_flow_job *job, const struct at_maestro_step *step,
         const struct at_maestro_artifact *artifact, char *out_path,
         size_t capacity)
{
    struct at_err why = AT_ERR_INIT;
    const char *extension = extension_of(artifact->path);
    bool is_picture = strcmp(extension, ".png") == 0;
    char *to = at_strfmt(
        "%s/%04zu-%s-%03u%s", is_picture ? "screenshots" : "remains",
        job->pictures + 1, artifact->type, (unsigned)step->sequence, extension);
    if (!take(job, artifact, to, &why)) {
        char *text = at_strfmt("no %s was kept: %s", artifact->type, why.msg);
        at_flow_job_log(job, at_str(text));
        free(text);
    } else if (is_picture) {
        if (!out_path[0])
            snprintf(out_path, capacity, "%s", to);
        at_flow_job_send(job, &(struct at_run_event){.kind = AT_RUN_SCREENSHOT,
                                                     .path = at_str(to),
                                                     .duration_ms = -1});
    } else {
        char *text = at_strfmt("kept %s", to);
        at_flow_job_log(job, at_str(text));
        free(text);
    }
    job->pictures++;
    free(to);
}

void
at_flow_job_keep(struct at_flow_job *job, const struct at_maestro_step *step,
                 char *out_path, size_t capacity)
{
    out_path[0] = '\0';
    for (size_t i = 0; i < step->artifact_count; i++)
        keep_one(job, step, &step->artifacts[i], out_path, capacity);
}
