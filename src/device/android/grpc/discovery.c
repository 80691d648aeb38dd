// discovery.c: search the files of running emulators
#include "device/android/grpc/discovery.h"

#include <pwd.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "device/android/parse/emulator_ini.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/proc.h"

// An emulator uses .android below the two older variables' folders if it
// exists, else the folder itself.
static const struct {
    const char *variable;
    const char *below;
} variables[] = {
    {"XDG_RUNTIME_DIR", ""},
    {"ANDROID_EMULATOR_HOME", ""},
    {"ANDROID_PREFS_ROOT", "/.android"},
    {"ANDROID_PREFS_ROOT", ""},
    {"ANDROID_SDK_HOME", "/.android"},
    {"ANDROID_SDK_HOME", ""},
    {"HOME", "/.android"},
    {"HOME", "/Library/Caches/TemporaryItems"},
};

// Add a root; path is owned by roots from now on.
static void
add_root(struct at_emulator_roots *roots, char *path)
{
    for (size_t i = 0; i < roots->count; i++) {
        if (at_str_is(at_str(path), roots->paths[i])) {
            free(path);
            return;
        }
    }
    at_assert(roots->count < AT_EMULATOR_ROOTS_MAX);
    roots->paths[roots->count++] = path;
}

// "/tmp/android-NAME": the last resort of an emulator without any other folder.
static void
add_temporary(struct at_emulator_roots *roots)
{
    enum { ENTRY_MAX_BYTES = 16 * 1024 };
    char *room = at_alloc(ENTRY_MAX_BYTES);
    struct passwd entry;
    struct passwd *found = NULL;
    const char *tmp = getenv("TMPDIR");

    if (getpwuid_r(getuid(), &entry, room, ENTRY_MAX_BYTES, &found) == 0 &&
        found)
        add_root(roots, at_strfmt("%s/android-%s", tmp && *tmp ? tmp : "/tmp",
                                  found->pw_name));
    free(room);
}

void
at_emulator_roots_init(struct at_emulator_roots *roots)
{
    *roots = (struct at_emulator_roots){.count = 0};
    for (size_t i = 0; i < AT_LEN(variables); i++) {
        const char *value = getenv(variables[i].variable);
        if (value && value[0] == '/')
            add_root(roots, at_strfmt("%s%s", value, variables[i].below));
    }
    add_root(roots, at_strfmt("/run/user/%ld", (long)getuid()));
    add_temporary(roots);
}

void
at_emulator_roots_deinit(struct at_emulator_roots *roots)
{
    for (size_t i = 0; i < roots->count; i++)
        free(roots->paths[i]);
    *roots = (struct at_emulator_roots){.count = 0};
}

void
at_emulator_place_deinit(struct at_emulator_place *place)
{
    free(place->token);
    free(place->jwks);
    free(place->jwk_active);
    free(place->allowlist);
    *place = (struct at_emulator_place){.grpc_port = 0};
}

bool
at_emulator_place_eq(const struct at_emulator_place *a,
                     const struct at_emulator_place *b)
{
    return a->grpc_port == b->grpc_port &&
           at_str_eq(at_str(a->token), at_str(b->token)) &&
           at_str_eq(at_str(a->jwks), at_str(b->jwks)) &&
           at_str_eq(at_str(a->jwk_active), at_str(b->jwk_active));
}

// One search through all roots.
struct search {
    int console_port;
    struct at_buf text; // text of the newest match, which ini borrows
    struct at_emulator_ini ini;
    int64_t modified_ms;
    bool found;
    size_t dead;         // files of processes that are gone
    size_t others;       // emulators with another console
    struct at_err wrong; // why a file cannot be read; AT_OK: all could
};

// Return whether the file describes the emulator in question. Replaces text.
static bool
read_match(struct search *search, const char *path, struct at_buf *text,
           struct at_emulator_ini *ini)
{
    struct at_err why = AT_ERR_INIT;
    at_buf_clear(text);
    if (!at_file_is_mine(path))
        return false;
    if (!at_file_read(path, text, &why) ||
        !at_emulator_ini_parse(at_buf_str(text), ini, &why)) {
        at_err_context(&why, "'%s'", path);
        search->wrong = why;
        return false;
    }
    bool match = ini->console_port == search->console_port;
    search->others += !match;
    return match;
}

static void
check_file(struct search *search, const char *folder,
           const struct at_folder_entry *entry)
{
    struct at_buf text = AT_BUF_INIT(AT_EMULATOR_INI_MAX_BYTES);
    struct at_emulator_ini ini;
    long pid = at_emulator_ini_pid(at_str(entry->name));
    bool alive = at_proc_is_alive(pid);
    char *path = at_strfmt("%s/%s", folder, entry->name);
    search->dead += pid > 0 && !alive;
    // Process ids are reused: the newest file is the right one.
    if (alive && (!search->found || entry->modified_ms > search->modified_ms) &&
        read_match(search, path, &text, &ini)) {
        at_buf_deinit(&search->text);
        search->text = text;
        text = (struct at_buf)AT_BUF_INIT(0);
        search->ini = ini;
        search->modified_ms = entry->modified_ms;
        search->found = true;
    }
    free(path);
    at_buf_deinit(&text);
}

static void
search_root(struct search *search, const char *root)
{
    struct at_folder_list files;
    char *folder = at_strfmt("%s/avd/running", root);
    if (at_folder_list(folder, &files, NULL)) {
        for (size_t i = 0; i < files.count; i++)
            check_file(search, folder, &files.entries[i]);
        at_folder_list_deinit(&files);
    }
    free(folder);
}

static bool
fail_absent(const struct search *search, const struct at_emulator_roots *roots,
            struct at_err *err)
{
    at_fail(err, AT_EGRPC,
            "no running emulator reports console port %d in an "
            "avd/running/pid_*.ini",
            search->console_port);
    for (size_t i = 0; i < roots->count; i++)
        at_err_add(err, "%s%s", i == 0 ? "looked below " : "", roots->paths[i]);
    if (search->dead > 0)
        at_err_add(err, "%zu files are of emulators that have ended",
                   search->dead);
    if (search->others > 0)
        at_err_add(err, "%zu are of emulators with another port",
                   search->others);
    if (search->wrong.code != AT_OK)
        at_err_add(err, "%s", search->wrong.msg);
    return false;
}

static bool
takes_keys(const struct at_emulator_ini *ini)
{
    return at_str_starts(ini->jwks, AT_STR("/")) &&
           at_str_starts(ini->jwk_active, AT_STR("/"));
}

// Check that this program can talk to the emulator found.
static bool
check_ini(const struct at_emulator_ini *ini, struct at_err *err)
{
    if (ini->grpc_port == 0)
        return at_fail(err, AT_EGRPC,
                       "the emulator serves no gRPC, as happens with -ports: "
                       "add -grpc 8554 or leave -ports out");
    if (ini->cert.len > 0)
        return at_fail(err, AT_EGRPC,
                       "the emulator's gRPC requires TLS, which is not spoken "
                       "here: start it without -grpc-tls-key");
    if (ini->token.len == 0 && ini->jwks.len > 0 && !takes_keys(ini))
        return at_fail(
            err, AT_EGRPC,
            "the emulator's gRPC accepts only signed tokens, and its "
            "grpc.jwks and grpc.jwk_active are not the full paths "
            "that signing needs: add -grpc-use-token");
    return true;
}

static bool
console_port(const char *serial, int *out_port, struct at_err *err)
{
    static const struct at_str prefix = AT_STR_ROW("emulator-");
    struct at_str text = at_str(serial);
    int64_t port;
    if (!at_str_starts(text, prefix) ||
        !at_str_to_i64(at_str_skip(text, prefix.len), 1, 65535, &port))
        return at_fail(err, AT_EGRPC,
                       "'%s' is not emulator-PORT: only an emulator of this "
                       "machine serves gRPC",
                       serial);
    *out_port = (int)port;
    return true;
}

static char *
dup_or_null(struct at_str text)
{
    return text.len > 0 ? at_strndup(text.ptr, text.len) : NULL;
}

static void
take_place(const struct at_emulator_ini *ini, struct at_emulator_place *out)
{
    out->grpc_port = ini->grpc_port;
    out->token = dup_or_null(ini->token);
    out->allowlist = dup_or_null(ini->allowlist);
    if (takes_keys(ini)) {
        out->jwks = dup_or_null(ini->jwks);
        out->jwk_active = dup_or_null(ini->jwk_active);
    }
}

bool
at_emulator_find_grpc(const struct at_emulator_roots *roots, const char *serial,
                      struct at_emulator_place *out, struct at_err *err)
{
    struct search search = {.modified_ms = 0};
    bool ok;
    *out = (struct at_emulator_place){.grpc_port = 0};
    if (!console_port(serial, &search.console_port, err))
        return false;
    for (size_t i = 0; i < roots->count; i++)
        search_root(&search, roots->paths[i]);
    ok = search.found ? check_ini(&search.ini, err)
                      : fail_absent(&search, roots, err);
    if (ok)
        take_place(&search.ini, out);
    at_buf_deinit(&search.text);
    return ok;
}
