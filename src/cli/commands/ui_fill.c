// ui fill: set the text of one or more fields
#include "cli/commands.h"

#include "cli/last_snapshot.h"
#include "cli/target.h"
#include "cli/typable.h"
#include "cli/ui_step.h"

enum { FIELDS_MAX = AT_CLI_WORDS_MAX / 2 };

struct form {
    size_t count;
    struct at_target targets[FIELDS_MAX];
    struct at_flow_step steps[FIELDS_MAX];
};

static bool
read_form(const struct at_arguments *args, struct form *out, struct at_err *err)
{
    bool append = at_arguments_have(args, "--append");
    const char *field;
    for (size_t n = 0; (field = at_arguments_at(args, n)); n += 2) {
        const char *text = at_arguments_at(args, n + 1);
        struct at_flow_step *step = &out->steps[out->count];
        if (!text)
            return at_fail(err, AT_EUSAGE,
                           "%zu words cannot be pairs: `ui fill` takes a field "
                           "and its text, another field and its text, …",
                           n + 1);
        *step = (struct at_flow_step)AT_FLOW_STEP_INIT(AT_FLOW_TYPE);
        step->value = at_str(text);
        step->replace = !append;
        if (!at_typable_check_text(step->value, err) ||
            !at_target_read_name(field, &out->targets[out->count],
                                 &step->target, err))
            return false;
        out->count++;
    }
    return true;
}

// The ref with the highest number: if the last snapshot has that, it has all.
static const struct at_target *
last_ref(const struct form *form)
{
    const struct at_target *last = NULL;
    for (size_t i = 0; i < form->count; i++) {
        const struct at_target *target = &form->targets[i];
        if (target->form == AT_TARGET_REF &&
            (!last || target->number > last->number))
            last = target;
    }
    return last;
}

// The field is not known yet, nor whether it holds a password.
static bool
check_typable(struct at_invocation *invocation, struct at_app *app,
              const struct form *form, struct at_err *err)
{
    for (size_t i = 0; i < form->count; i++) {
        struct at_str text = form->steps[i].value;
        bool can;
        if (!at_typable_ask(invocation, app, text, &can, err))
            return false;
        if (can)
            continue;
        at_typable_fail(invocation, text, true, err);
        at_typable_add_reasons(at_app_device(app), err);
        return false;
    }
    return true;
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    struct form form = {.count = 0};
    struct at_app *app;
    invocation->secret = true; // until the fields are known
    if (!read_form(invocation->args, &form, err) ||
        !at_last_snapshot_open(invocation, last_ref(&form), &app, err) ||
        !check_typable(invocation, app, &form, err))
        return false;
    const struct at_flow flow = {form.steps, form.count};
    return at_ui_steps_run(invocation, app, "fill", &flow, err);
}

const struct at_command at_cli_ui_fill = {
    .name = "ui fill",
    .summary = "set the text of one or more fields",
    .about = "Taps each field that is not focused, replaces its text and reads "
             "it back. The command ends\nwith the first that fails. Texts are "
             "what `ui type` takes; those of password fields are not\nwritten "
             "to any file or result.",
    .positionals = AT_POSITIONALS(
        {.name = "field",
         .help = "its label or hint; or @e12, text:\"E-mail\", id:\"email\"",
         .refs = true},
        {.name = "text", .help = "its new text", .secret = true},
        {.name = "more",
         .help = "another field, its text, and so on",
         .optional = true,
         .repeats = true,
         .secret = true,
         .alternates = true,
         .refs = true}),
    .options = AT_OPTIONS(
        {.name = "--append", .help = "after the text that a field has"}),
    .examples = AT_EXAMPLES(
        {"ui fill E-mail demo@example.com", "the field of that label or hint"},
        {"ui fill id:email demo@example.com id:password secret123",
         "several fields in one command"},
        {"ui fill --append id:email .org", "after the text that it has"}),
    .flags = AT_CLI_ACTION,
    .timeout_ms = AT_CLI_LOOK_MS,
    .run = run,
    .print = at_ui_step_print,
};
