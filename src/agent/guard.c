#include "agent/guard.h"

#include "agent/fold.h"
#include "agent/guard_ask.h"
#include "agent/guard_judge.h"
#include "base/ascii.h"
#include "base/quote.h"
#include "screen/package.h"

// Apps of the system that come in front of an app by its own doing, with
// nothing on them but the question that it asked: dialogs and the share sheet,
// permissions, pickers, alerts of iOS. Settings, launchers, stores and
// installers are not among them.
static const struct at_str system_apps[] = {
    AT_STR_ROW("android"),
    AT_STR_ROW("com.android.systemui"),
    AT_STR_ROW("com.android.permissioncontroller"),
    AT_STR_ROW("com.google.android.permissioncontroller"),
    AT_STR_ROW("com.android.packageinstaller"),
    AT_STR_ROW("com.google.android.packageinstaller"),
    AT_STR_ROW("com.samsung.android.permissioncontroller"),
    AT_STR_ROW("com.samsung.android.packageinstaller"),
    AT_STR_ROW("com.lbe.security.miui"),
    AT_STR_ROW("com.coloros.securitypermission"),
    AT_STR_ROW("com.oplus.securitypermission"),
    AT_STR_ROW("com.oneplus.security"),
    AT_STR_ROW("com.vivo.permissionmanager"),
    AT_STR_ROW("com.android.intentresolver"),
    AT_STR_ROW("com.google.android.intentresolver"),
    AT_STR_ROW("com.android.providers.media.module"),
    AT_STR_ROW("com.google.android.providers.media.module"),
    AT_STR_ROW("com.google.android.photopicker"),
    AT_STR_ROW("com.android.credentialmanager"),
    AT_STR_ROW("com.apple.springboard"),
    AT_STR_ROW("com.apple.SharingViewService"),
    AT_STR_ROW("com.apple.PhotosUIService"),
    AT_STR_ROW("com.apple.mobileslideshow.photospicker"),
};

static bool
is_listed(struct at_str package, const struct at_str *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (at_str_eq(package, rows[i]))
            return true;
    }
    return false;
}

bool
at_guard_is_own(const struct at_scenario *scenario, struct at_str package)
{
    if (package.len == 0)
        return false;
    for (size_t i = 0; i < scenario->packages.count; i++) {
        if (at_str_is(package, scenario->packages.words[i]))
            return true;
    }
    return at_str_is(package, scenario->package);
}

bool
at_guard_app(const struct at_scenario *scenario, struct at_str front,
             struct at_err *err)
{
    if (at_guard_is_own(scenario, front) || at_package_is_input_method(front) ||
        is_listed(front, system_apps, AT_LEN(system_apps)))
        return true;
    return at_fail(err, AT_EUSAGE,
                   "outside %s: %s is in front; inputs go to the app under "
                   "test only; launchAppByPackage brings it back",
                   scenario->package,
                   front.len > 0 ? AT_NAME(front) : "an unknown app");
}

bool
at_guard_launch(const struct at_scenario *scenario, struct at_str package,
                struct at_err *err)
{
    if (at_guard_is_own(scenario, package))
        return true;
    return at_fail(err, AT_EUSAGE,
                   "outside %s: %s is not an app of this scenario; if it "
                   "is needed, name it in the scenario's 'packages'",
                   scenario->package, AT_NAME(package));
}

static bool
is_button(enum at_role role)
{
    return role == AT_ROLE_BUTTON || role == AT_ROLE_IMAGE_BUTTON;
}

static bool
is_number(const struct at_fold_word *word)
{
    return at_ascii_is_digit(word->text[0]);
}

bool
at_guard_has_only(struct at_str text, enum at_guard_set set)
{
    const struct at_guard_words *words = &at_guard_sets[set];
    while (text.len > 0) {
        struct at_str rest = text;
        struct at_fold_word word;
        const char *end = NULL;
        if (!at_fold_next(&rest, &word))
            return true;
        for (size_t i = 0; i < words->count && !end; i++) {
            if (!at_fold_says(text, words->rows[i], &end))
                end = NULL;
        }
        if (!end && !is_number(&word))
            return false;
        end = end ? end : word.end;
        text = at_str_skip(text, (size_t)(end - text.ptr));
    }
    return true;
}

// Returns true if the verb at the beginning of the label says what the button
// does.
static bool
verb_counts(struct at_str rest, enum at_role role)
{
    const struct at_guard_words *nouns = &at_guard_sets[AT_GUARD_NOT_A_VERB];
    if (at_guard_has_only(rest, AT_GUARD_BESIDE_VERBS))
        return true;
    for (size_t i = 0; i < nouns->count; i++) {
        if (at_fold_says(rest, nouns->rows[i], NULL))
            return false;
    }
    return is_button(role);
}

static bool
begins_with_verb(struct at_str label, const struct at_guard_words *verbs,
                 enum at_role role)
{
    const char *end;
    for (size_t i = 0; i < verbs->count; i++) {
        if (at_fold_says(label, verbs->rows[i], &end) &&
            verb_counts(at_str_skip(label, (size_t)(end - label.ptr)), role))
            return true;
    }
    return false;
}

static bool
breaks(struct at_str label, enum at_role role, enum at_guard_rule rule)
{
    const struct at_guard_rule_row *row = &at_guard_rules[rule];
    return at_fold_find(label, row->phrases.rows, row->phrases.count, NULL)
                   .len > 0 ||
           begins_with_verb(label, &row->verbs, role);
}

bool
at_guard_words_judge(const struct at_scenario *scenario, struct at_str words,
                     enum at_role role, struct at_str label, struct at_err *err)
{
    for (int i = 0; i < AT_GUARD_RULE_COUNT; i++) {
        enum at_guard_rule rule = (enum at_guard_rule)i;
        if (!breaks(words, role, rule) || at_guard_asks(scenario, rule, words))
            continue;
        return at_fail(err, AT_EUSAGE,
                       "guarded: %s %s, which no step of this scenario asks "
                       "for; if it may, add '%s' to the scenario's 'allowed'",
                       AT_QUOTED(label), at_guard_rules[rule].does,
                       at_guard_rules[rule].name);
    }
    return true;
}

bool
at_guard_label(const struct at_scenario *scenario, struct at_str label,
               enum at_role role, struct at_err *err)
{
    return at_guard_words_judge(scenario, label, role, label, err);
}
