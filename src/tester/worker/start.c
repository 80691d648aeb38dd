#include "tester/worker/start.h"

#include "sys/file.h"

struct prep {
    const struct at_op *op;
    struct at_device *device;
    const char *package;
    const struct at_scenario_start *start;
    struct at_start_changes *changes;
    struct at_buf *out; // list of the actions done
};

// A device without a keyguard, or without the command, is not worse off.
static bool
unlock(const struct prep *prep, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    if (!AT_DEVICE_OFFERS(prep->device, unlock) ||
        at_device_unlock(prep->op, prep->device, &why))
        return true;
    return (why.code != AT_ENODEV && why.code != AT_ECANCELED) ||
           at_err_pass(err, &why);
}

static bool
check_apk(const char *path, struct at_err *err)
{
    return at_file_exists(path) ||
           at_fail(err, AT_EUSAGE,
                   "'apk': there is no file '%s'; a relative path begins in "
                   "the folder of the scenario's file, or of a stored scenario "
                   "in the folder in which the program was started",
                   path);
}

static bool
install(const struct prep *prep, struct at_err *err)
{
    const char *apk = prep->start->apk;
    if (!apk[0])
        return true;
    if (!at_device_install(prep->op, prep->device, apk, err)) {
        at_err_context(err, "'apk'");
        return false;
    }
    at_buf_add_fmt(prep->out, "; installed %s", apk);
    return true;
}

static bool
uninstall(const struct prep *prep, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    // The first run of all has nothing to remove.
    if (!at_device_uninstall(prep->op, prep->device, prep->package, &why) &&
        why.code != AT_ENOAPP)
        return at_err_pass(err, &why);
    at_buf_add_fmt(prep->out, "; removed %s", prep->package);
    return true;
}

static bool
clear(const struct prep *prep, struct at_err *err)
{
    if (!AT_DEVICE_OFFERS(prep->device, clear))
        return at_fail(err, AT_EUNSUPPORTED,
                       "'reset: data' is not offered on this kind of device; "
                       "'reset: reinstall' with 'apk' gives a fresh app");
    if (!at_device_clear(prep->op, prep->device, prep->package, err))
        return false;
    at_buf_add_fmt(prep->out, "; cleared the data of %s", prep->package);
    return true;
}

static bool
reset(const struct prep *prep, struct at_err *err)
{
    enum at_reset how = prep->start->reset;
    if (prep->start->apk[0] && !check_apk(prep->start->apk, err))
        return false;
    return (how != AT_RESET_REINSTALL || uninstall(prep, err)) &&
           install(prep, err) && (how != AT_RESET_DATA || clear(prep, err));
}

static bool
permit_all(const struct prep *prep, const struct at_argv *list, bool granted,
           struct at_err *err)
{
    for (size_t i = 0; i < list->count; i++) {
        if (!at_device_permit(prep->op, prep->device, prep->package,
                              list->words[i], granted, err)) {
            at_err_context(err, "'permissions'");
            return false;
        }
        at_buf_add_fmt(prep->out, "; %s %s", granted ? "granted" : "revoked",
                       list->words[i]);
    }
    return true;
}

static bool
permit(const struct prep *prep, struct at_err *err)
{
    return permit_all(prep, &prep->start->revoke, false, err) &&
           permit_all(prep, &prep->start->grant, true, err);
}

static bool
set_locale(const struct prep *prep, struct at_err *err)
{
    const char *locale = prep->start->locale;
    struct at_start_changes *changes = prep->changes;
    char before[64];
    if (!locale[0])
        return true;
    if (!at_device_set_locale(prep->op, prep->device, prep->package, locale,
                              before, err)) {
        at_err_context(err, "'locale'");
        return false;
    }
    if (!changes->has_locale)
        at_str_cut(changes->locale, sizeof(changes->locale), at_str(before));
    changes->has_locale = true;
    at_buf_add_fmt(prep->out, "; locale %s", locale);
    return true;
}

// A tablet lies on its long side when it is not turned.
static bool
quarter_of(const struct prep *prep, int *out, struct at_err *err)
{
    struct at_device_info info;
    if (!at_device_info(prep->op, prep->device, &info, err))
        return false;
    bool wide = info.width_px > info.height_px;
    bool wants_wide = prep->start->orientation == AT_ORIENTATION_LANDSCAPE;
    *out = wide == wants_wide ? 0 : 1;
    return true;
}

static bool
rotate(const struct prep *prep, struct at_err *err)
{
    struct at_rotation to = {.automatic = false};
    struct at_rotation before;
    if (prep->start->orientation == AT_ORIENTATION_ANY)
        return true;
    if (!quarter_of(prep, &to.quarter, err) ||
        !at_device_rotate(prep->op, prep->device, &to, &before, err)) {
        at_err_context(err, "'orientation'");
        return false;
    }
    if (!prep->changes->has_rotation)
        prep->changes->rotation = before;
    prep->changes->has_rotation = true;
    at_buf_add_fmt(prep->out, "; orientation %s",
                   at_orientation_name(prep->start->orientation));
    return true;
}

bool
at_start_prepare(const struct at_op *op, struct at_device *device,
                 const struct at_scenario *scenario,
                 struct at_start_changes *changes, struct at_buf *out,
                 struct at_err *err)
{
    static bool (*const parts[])(const struct prep *prep,
                                 struct at_err *err) = {unlock, reset, permit,
                                                        set_locale, rotate};
    const struct prep prep = {.op = op,
                              .device = device,
                              .package = scenario->package,
                              .start = &scenario->start,
                              .changes = changes,
                              .out = out};
    for (size_t i = 0; i < AT_LEN(parts); i++)
        if (!parts[i](&prep, err))
            return false;
    return true;
}

void
at_start_undo(const struct at_op *op, struct at_device *device,
              const char *package, struct at_start_changes *changes,
              struct at_buf *out)
{
    struct at_err err = AT_ERR_INIT;
    struct at_rotation turned;
    char locale[64];
    if (changes->has_locale &&
        !at_device_set_locale(op, device, package, changes->locale, locale,
                              &err))
        at_buf_add_fmt(out, "; the locale was not set back: %s", err.msg);
    if (changes->has_rotation &&
        !at_device_rotate(op, device, &changes->rotation, &turned, &err))
        at_buf_add_fmt(out, "; the screen was not turned back: %s", err.msg);
    *changes = (struct at_start_changes){0};
}
