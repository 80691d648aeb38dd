#include "server/thumbnails.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "server/files.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/path_below.h"
#include "wire/image.h"

enum { SMALL_WIDTH_PX = 240, LOCKS = 8 };

// All viewers of a run request its newest picture at once: the first request
// creates the thumbnail, and the others wait for it.
static pthread_mutex_t making[LOCKS] = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
};

// Pictures that share a lock are made one after the other, others in parallel.
static pthread_mutex_t *
lock_of(const char *path)
{
    unsigned sum = 0;
    for (const char *c = path; *c; c++)
        sum = 31 * sum + (unsigned char)*c;
    return &making[sum % LOCKS];
}

// Return the name of a picture in screenshots/ without suffix, or "".
static struct at_str
name_of(struct at_str path)
{
    const struct at_str folder = AT_STR("screenshots/");
    const struct at_str suffix = AT_STR(".png");
    struct at_str name = at_str_skip(path, folder.len);
    if (!at_str_starts(path, folder) || !at_str_ends(path, suffix) ||
        name.len <= suffix.len || memchr(name.ptr, '/', name.len))
        return AT_STR("");
    return at_str_head(name, name.len - suffix.len);
}

// Fail if a thumbnail cannot be stored: otherwise each request would create it
// again.
static bool
make(const char *folder, struct at_str path, const char *thumbnail,
     size_t width_px, struct at_err *err)
{
    struct at_path_below file;
    struct at_buf png = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    size_t max_bytes = width_px > SMALL_WIDTH_PX ? AT_PICTURE_MAX_BYTES
                                                 : AT_THUMBNAIL_MAX_BYTES;
    struct at_buf jpeg = AT_BUF_INIT(max_bytes);
    char *whole = at_strfmt("%s/%s", folder, thumbnail);
    char *parent = at_strfmt("%s/" AT_THUMBNAILS, folder);
    bool ok = at_path_below_open(folder, path, &file, err);
    if (ok) {
        ok = at_file_read_open(file.fd, "the screenshot", &png, err) &&
             at_image_narrow(at_buf_str(&png), width_px, max_bytes, &jpeg,
                             err) &&
             at_folder_make(parent, err) &&
             at_file_put(whole, at_buf_str(&jpeg), err);
        close(file.fd);
    }
    free(parent);
    free(whole);
    at_buf_deinit(&jpeg);
    at_buf_deinit(&png);
    return ok;
}

bool
at_thumbnail_reply(struct at_server_call *call, const char *run,
                   struct at_str path, size_t width_px, struct at_err *err)
{
    struct at_str name = name_of(path);
    size_t width = at_frame_width(width_px);
    if (name.len == 0) {
        at_server_reply_problem(call->reply, 400,
                                "'width' is for the pictures in screenshots/");
        return true;
    }
    char *folder = at_strfmt("%s/%s", call->opts->reports, run);
    char *thumbnail =
        at_strfmt(AT_THUMBNAILS "/%.*s-%zu.jpg", AT_STR_ARG(name), width);
    bool ok = at_files_reply(call, run, at_str(thumbnail), NULL);
    if (!ok) {
        pthread_mutex_t *lock = lock_of(thumbnail);
        pthread_mutex_lock(lock);
        ok = at_files_reply(call, run, at_str(thumbnail), NULL) ||
             (make(folder, path, thumbnail, width, err) &&
              at_files_reply(call, run, at_str(thumbnail), err));
        pthread_mutex_unlock(lock);
    }
    free(thumbnail);
    free(folder);
    return ok;
}
