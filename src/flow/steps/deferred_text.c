#include "flow/steps/deferred_text.h"

#include <string.h>

#include "sys/clock.h"

void
at_deferred_texts_deinit(struct at_deferred_texts *deferred)
{
    for (size_t i = 0; i < deferred->count; i++) {
        at_field_deinit(&deferred->texts[i].field);
        at_buf_deinit(&deferred->texts[i].expected);
    }
    deferred->count = 0;
}

bool
at_deferred_texts_may(struct at_step_call *call, bool *out_keyboard)
{
    struct at_deferred_texts *deferred = call->deferred;
    return deferred && deferred->allowed &&
           deferred->count < AT_DEFERRED_TEXTS_MAX &&
           strcmp(at_app_backend(call->app), "adb") == 0 &&
           at_app_keyboard_shown(call->op, call->app, out_keyboard);
}

bool
at_deferred_texts_keep(struct at_step_call *call, struct at_field *field,
                       struct at_buf *expected, bool keyboard)
{
    struct at_deferred_texts *deferred = call->deferred;
    bool shown;
    if (at_app_is_current(call->app) ||
        !at_keyboard_await(call->op, call->app, &shown) || shown != keyboard)
        return false;
    deferred->texts[deferred->count++] =
        (struct at_deferred_text){call->result, *field, *expected};
    deferred->typed_ns = at_now_ns();
    *field = (struct at_field){.focused = false};
    *expected = (struct at_buf)AT_BUF_INIT(expected->max);
    call->defers = true;
    at_app_trust_tree(call->app);
    return true;
}

bool
at_deferred_texts_is_old_tree(const struct at_deferred_texts *deferred,
                              struct at_app *app)
{
    return deferred && deferred->count > 0 &&
           at_app_read_began_ns(app) < deferred->typed_ns;
}

bool
at_deferred_texts_has(const struct at_deferred_texts *deferred,
                      const struct at_node *field)
{
    char path[AT_FIELD_PATH_MAX_BYTES];
    at_node_path(field, path, sizeof(path));
    size_t len = strlen(path);
    for (size_t i = 0; i < deferred->count; i++) {
        const char *other = deferred->texts[i].field.path;
        if (strncmp(other, path, len) == 0 &&
            (other[len] == '\0' || other[len] == '.'))
            return true;
    }
    return false;
}

static bool
read_back(const struct at_op *op, struct at_app *app,
          struct at_deferred_text *text, struct at_err *err)
{
    struct at_step_call call;
    at_step_call_init(&call, op, app, text->result);
    text->result->secret = text->field.secret;
    call.has_device_result = true; // check the newest tree first
    bool ok = at_field_check_typed(&call, &text->field, &text->expected, err);
    at_step_call_deinit(&call);
    return ok;
}

static bool
read_screen(const struct at_op *op, struct at_app *app,
            const struct at_deferred_texts *deferred, struct at_err *err)
{
    if (!at_deferred_texts_is_old_tree(deferred, app))
        return true;
    at_app_mark_stale(app);
    return at_app_read_settled(op, app, err);
}

bool
at_deferred_texts_settle(const struct at_op *op, struct at_app *app,
                         struct at_deferred_texts *deferred,
                         struct at_step_result **out_failed, struct at_err *err)
{
    struct at_err unread = AT_ERR_INIT;
    bool ok = read_screen(op, app, deferred, &unread);
    *out_failed = NULL;
    if (!ok)
        at_err_context(&unread, "what the field holds was not read back");
    for (size_t i = 0; i < deferred->count; i++) {
        struct at_deferred_text *text = &deferred->texts[i];
        struct at_err why = unread;
        if (ok && read_back(op, app, text, &why))
            continue;
        text->result->ok = false;
        text->result->err = why;
        if (*out_failed)
            continue;
        *out_failed = text->result;
        if (err)
            *err = why;
    }
    at_deferred_texts_deinit(deferred);
    return *out_failed == NULL;
}
