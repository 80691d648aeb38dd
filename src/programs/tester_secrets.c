// tester_secrets.c: secrets list, set, remove, rekey
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <termios.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/quote.h"
#include "base/wipe.h"
#include "programs/print.h"
#include "programs/tester.h"
#include "programs/tester_audit.h"
#include "programs/tester_docs.h"
#include "programs/tester_healed.h"
#include "sys/private.h"
#include "tester/access/audit.h"
#include "tester/access/vault.h"
#include "wire/json.h"

enum { CTRL_C = 3 };

static bool
list(struct at_invocation *invocation, struct at_err *err)
{
    json_t *secrets = at_vault_json(invocation->home.vault, err);
    if (!secrets)
        return false;
    if (at_arguments_have(invocation->args, "--json"))
        at_print_json(secrets);
    for (size_t i = 0; i < json_array_size(secrets); i++) {
        const json_t *one = json_array_get(secrets, i);
        struct at_buf line = AT_BUF_INIT(AT_KIB);
        at_line_write(at_str_head(at_json_get_str(one, "updatedAt"), 16),
                      &line);
        at_buf_add_fmt(&line, "  {{%.*s}}  by ",
                       AT_STR_ARG(at_json_get_str(one, "name")));
        at_line_write(at_json_get_str(one, "by"), &line);
        if (!at_arguments_have(invocation->args, "--json"))
            puts(at_buf_text(&line));
        at_buf_deinit(&line);
    }
    json_decref(secrets);
    return true;
}

// Read stdin to its end, or to the end of a line that a person types.
static bool
read_input(bool line, struct at_buf *out, struct at_err *err)
{
    for (;;) {
        char byte;
        ssize_t n = read(STDIN_FILENO, &byte, 1);
        if (n < 0 && errno == EINTR && !line)
            continue;
        if (n < 0)
            return at_fail_sys(err, AT_EIO, errno, "stdin");
        if (n == 0 || (line && byte == '\n'))
            return true;
        if (line && byte == CTRL_C)
            return at_fail(err, AT_ECANCELED, "nothing was changed");
        if (!at_buf_add_char(out, byte))
            return at_fail(err, AT_EUSAGE, "stdin has more than %zu bytes",
                           out->max);
    }
}

// The signals are held back, so that the terminal always gets its echo again.
static bool
read_hidden(const char *prompt, struct at_buf *out, struct at_err *err)
{
    struct termios before, hidden;
    sigset_t block, old;
    if (tcgetattr(STDIN_FILENO, &before) != 0)
        return at_fail_sys(err, AT_EIO, errno, "the terminal");
    hidden = before;
    hidden.c_lflag &= ~(tcflag_t)(ECHO | ISIG);
    sigemptyset(&block);
    sigaddset(&block, SIGTERM);
    sigaddset(&block, SIGHUP);
    sigprocmask(SIG_BLOCK, &block, &old);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden); // drops what was typed before
    fprintf(stderr, "%s: ", prompt);
    bool ok = read_input(true, out, err);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
    fputc('\n', stderr);
    sigprocmask(SIG_SETMASK, &old, NULL);
    return ok;
}

// A value from a pipe may end in the newline that echo adds.
static bool
read_value(const char *prompt, struct at_buf *out, struct at_err *err)
{
    if (isatty(STDIN_FILENO))
        return read_hidden(prompt, out, err);
    if (!read_input(false, out, err))
        return false;
    if (at_str_ends(at_buf_str(out), AT_STR("\n")))
        at_buf_cut(out, out->len - 1);
    return true;
}

static void
audit(struct at_invocation *invocation, const char *what,
      const struct at_vault_change *change)
{
    char by[AT_CHOSEN_BY_BYTES + 1];
    at_healed_by("the command line", by);
    at_audit_write(invocation->home.store, &(struct at_audit_entry){
                                               .what = what,
                                               .kind = AT_STORE_SECRET,
                                               .target = at_str(change->id),
                                               .before = change->before,
                                               .after = change->after,
                                               .name = by,
                                           });
}

static bool
set(struct at_invocation *invocation, struct at_err *err)
{
    struct at_vault *vault = invocation->home.vault;
    struct at_buf value = AT_BUF_INIT(AT_SECRET_MAX_BYTES + 2);
    struct at_vault_change change;
    char by[AT_CHOSEN_BY_BYTES + 1];
    at_healed_by("the command line", by);
    bool ok = at_vault_check(vault, err) &&
              read_value("value (not shown)", &value, err) &&
              at_vault_set(vault, at_str(at_arguments_at(invocation->args, 0)),
                           at_buf_str(&value), by, &change, err);
    at_wipe_buf(&value);
    if (ok) {
        audit(invocation, change.before > 0 ? "changed" : "added", &change);
        fprintf(stderr, "scenarios can say {{%s}}\n", change.id);
    }
    return ok;
}

static bool
remove_secret(struct at_invocation *invocation, struct at_err *err)
{
    struct at_vault_change change;
    if (!at_vault_remove(invocation->home.vault,
                         at_str(at_arguments_at(invocation->args, 0)), &change,
                         err))
        return false;
    audit(invocation, "removed", &change);
    return true;
}

static bool
rekey(struct at_invocation *invocation, struct at_err *err)
{
    struct at_vault *vault = invocation->home.vault;
    const char *file = at_arguments_option(invocation->args, "--new-key-file");
    struct at_buf key = AT_BUF_INIT(AT_VAULT_KEY_MAX + 2);
    bool ok = at_vault_check(vault, err) &&
              (file ? at_private_read_line(file, "key file", &key, err)
                    : read_value("new key (not shown)", &key, err)) &&
              at_vault_rekey(vault, at_buf_str(&key), err);
    at_wipe_buf(&key);
    if (!ok)
        return false;
    at_tester_audit(invocation->home.store, "rekeyed", AT_STORE_SECRET,
                    (struct at_str){0});
    fprintf(stderr, "all stored secrets need the new key now: start servers "
                    "again with it\n");
    return true;
}

static const struct at_positional name[] = {
    {.name = "NAME", .help = "as in {{NAME}}: \"password\", \"api_key\""},
    {0},
};

const struct at_command at_tester_secrets_list = {
    .name = "secrets list",
    .summary = "list the stored secrets of scenarios, without their values",
    .examples = AT_EXAMPLES({"secrets list", "when and by whom each was set"}),
    .flags = AT_TESTER_HOME | AT_TESTER_JSON,
    .run = list,
};

const struct at_command at_tester_secrets_set = {
    .name = "secrets set",
    .summary = "store a secret, encrypted; its value comes from stdin",
    .about = "A terminal asks for the value and does not show it. "
             "AGENTEST_SECRETS_KEY, or\nAGENTEST_SECRETS_KEY_FILE, has the key "
             "of stored secrets. A variable SECRET_NAME is used\nbefore a "
             "stored secret.",
    .positionals = name,
    .examples = AT_EXAMPLES(
        {"secrets set password < password.txt", "for {{password}}"}),
    .flags = AT_TESTER_HOME,
    .run = set,
};

const struct at_command at_tester_secrets_remove = {
    .name = "secrets remove",
    .summary = "remove a stored secret",
    .positionals = name,
    .examples = AT_EXAMPLES(
        {"secrets remove password", "runs that need {{password}} are refused"}),
    .flags = AT_TESTER_HOME,
    .run = remove_secret,
};

const struct at_command at_tester_secrets_rekey = {
    .name = "secrets rekey",
    .summary = "encrypt all stored secrets again, with another key",
    .about = "AGENTEST_SECRETS_KEY, or AGENTEST_SECRETS_KEY_FILE, has the key "
             "of now; the new one\ncomes from a file, a prompt or stdin.",
    .options = AT_OPTIONS({.name = "--new-key-file",
                           .value = "FILE",
                           .help = "its first line is the new key"}),
    .examples = AT_EXAMPLES({"secrets rekey --new-key-file key.txt",
                             "then set AGENTEST_SECRETS_KEY_FILE to it"}),
    .flags = AT_TESTER_HOME,
    .run = rekey,
};
