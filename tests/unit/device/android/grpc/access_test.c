// Authentication with the emulator: against another project's gRPC server that
// checks signed tokens, and against ours, which answers by script.
#include "device/android/grpc/access.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "net/grpc_client.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "tests/t.h"
#include "tests/unit/device/android/grpc/emulator_rig.h"
#include "tests/unit/net/grpc_server.h"
#include "wire/jwt.h"

static struct emulator_rig rig;

static const char *const jwt[] = {"--auth", "jwt", NULL};
static const char *const both[] = {"--auth", "both", NULL};

static void
start(const char *const *options)
{
    need_rig(&rig);
    emulator_rig_start(&rig, options);
}

static struct at_emulator *
try_to_open(struct at_err *err)
{
    struct at_op op = ten_seconds();
    struct at_emulator *emulator;
    if (!at_emulator_open(&op, "emulator-5554", &emulator, err))
        T_NULL(emulator);
    return emulator;
}

static void
find_place(struct at_emulator_place *out)
{
    struct at_emulator_roots roots;
    struct at_err err = AT_ERR_INIT;
    at_emulator_roots_init(&roots);
    OK(at_emulator_find_grpc(&roots, "emulator-5554", out, &err));
    at_emulator_roots_deinit(&roots);
}

static char *
jwks_folder(void)
{
    struct at_emulator_place place;
    find_place(&place);
    char *folder = place.jwks;
    place.jwks = NULL;
    at_emulator_place_deinit(&place);
    return folder;
}

// Our only key in the folder; NULL if there is none. free() it.
static char *
key_in(const char *folder)
{
    struct at_folder_list files;
    char *path = NULL;
    T_OK(at_folder_list(folder, &files, NULL));
    for (size_t i = 0; i < files.count; i++) {
        if (!at_str_starts(at_str(files.entries[i].name), AT_STR("agentest-")))
            continue;
        T_NULL(path);
        path = at_strfmt("%s/%s", folder, files.entries[i].name);
    }
    at_folder_list_deinit(&files);
    return path;
}

static void
eq_outcomes(const char *method, const char *const *want, size_t count)
{
    json_t *calls = emulator_rig_calls(&rig, method);
    T_ROW(method);
    T_EQ_SIZE(json_array_size(calls), count);
    for (size_t i = 0; i < count; i++)
        T_EQ_TEXT(json_string_value(
                      json_object_get(json_array_get(calls, i), "outcome")),
                  want[i]);
    json_decref(calls);
}

#define OUTCOMES(method, ...)                                                  \
    do {                                                                       \
        const char *const want[] = {__VA_ARGS__};                              \
        eq_outcomes(method, want, T_LEN(want));                                \
    } while (0)

static void
make_each_call(struct at_emulator *emulator)
{
    struct at_op op = ten_seconds();
    struct at_err err = AT_ERR_INIT;
    struct at_emulator_status status;
    struct at_buf clip = AT_BUF_INIT(AT_CLIPBOARD_MAX_BYTES);
    struct at_emulator_shot_options ask = {.width_px = 54};
    struct at_emulator_shot shot;
    OK(at_emulator_status(&op, emulator, &status, &err));
    OK(at_emulator_tap(&op, emulator, (struct at_point){5, 6}, &err));
    OK(at_emulator_key(&op, emulator, AT_STR("BACK"), 1, &err));
    OK(at_emulator_set_clipboard(&op, emulator, AT_STR("clip"), &err));
    OK(at_emulator_get_clipboard(&op, emulator, &clip, &err));
    OK(at_emulator_screenshot(&op, emulator, &ask, &shot, &err));
    T_EQ_STR(at_buf_str(&clip), "clip");
    T_EQ_INT(shot.width_px, 54);
    at_buf_deinit(&shot.bytes);
    at_buf_deinit(&clip);
}

// The rig refuses a token whose audience is another method.
T_TEST(access_by_signed_tokens)
{
    struct at_emulator *emulator = open_rig(&rig, jwt);
    char *folder = jwks_folder();
    char *key = key_in(folder);
    struct stat info;
    make_each_call(emulator);
    make_each_call(emulator);
    OUTCOMES("getStatus", "ok", "ok", "ok");
    OUTCOMES("sendTouch", "ok", "ok", "ok", "ok");
    OUTCOMES("sendKey", "ok", "ok");
    OUTCOMES("setClipboard", "ok", "ok");
    OUTCOMES("getClipboard", "ok", "ok");
    OUTCOMES("getScreenshot", "ok", "ok");
    T_EQ_INT(lstat(key, &info), 0);
    T_EQ_INT(info.st_mode & 0777, 0600);
    at_emulator_free(emulator);
    T_NULL(key_in(folder));
    emulator_rig_stop(&rig);
    free(key);
    free(folder);
}

T_TEST(access_by_the_static_token_first)
{
    struct at_emulator *emulator = open_rig(&rig, both);
    char *folder = jwks_folder();
    make_each_call(emulator);
    OUTCOMES("getStatus", "ok", "ok");
    T_NULL(key_in(folder));
    close_rig(&rig, emulator);
    free(folder);
}

T_TEST(access_by_signed_tokens_where_the_static_one_is_refused)
{
    struct at_err err = AT_ERR_INIT;
    start(both);
    emulator_rig_change_ini(&rig, "grpc.token=", "wrong");
    struct at_emulator *emulator = try_to_open(&err);
    T_EQ_TEXT(err.msg, "");
    make_each_call(emulator);
    OUTCOMES("getStatus", "No key handles, rejecting all tokens.", "ok", "ok");
    OUTCOMES("sendTouch", "ok", "ok");
    close_rig(&rig, emulator);
}

T_TEST(access_with_a_key_that_is_gone)
{
    struct at_emulator *emulator = open_rig(&rig, jwt);
    char *folder = jwks_folder();
    char *key = key_in(folder);
    T_EQ_INT(unlink(key), 0);
    make_each_call(emulator);
    OUTCOMES("getStatus", "ok", "No key handles, rejecting all tokens.", "ok");
    OUTCOMES("sendTouch", "ok", "ok");
    char *another = key_in(folder);
    T_OK(another != NULL);
    T_OK(strcmp(another, key) != 0);
    close_rig(&rig, emulator);
    free(another);
    free(key);
    free(folder);
}

static bool
file_has(const char *path, const char *words)
{
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    bool has = at_file_read(path, &text, NULL) &&
               at_str_has(at_buf_str(&text), at_str(words));
    at_buf_deinit(&text);
    return has;
}

// Put another key into its place, by the same name, and wait until the emulator
// lists that one. It is RFC 7517's example.
static void
forge(const char *key)
{
    static const char x[] = "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4";
    static const char y[] = "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM";
    struct at_emulator_place place;
    struct at_buf set = AT_BUF_INIT(AT_KIB);
    struct at_op op = ten_seconds();
    find_place(&place);
    T_OK(at_file_read(key, &set, NULL));
    const char *head = strstr(set.data, "\"x\"");
    const char *tail = strstr(set.data, "\"alg\"");
    char *forged = at_strfmt("%.*s\"x\":\"%s\",\"y\":\"%s\",%s",
                             (int)(head - set.data), set.data, x, y, tail);
    T_OK(at_file_put(key, at_str(forged), NULL));
    while (!file_has(place.jwk_active, x)) {
        struct at_op soon = at_op_sub(&op, at_now_ns(), 2);
        T_OK(at_op_check(&op, NULL));
        (void)!at_op_wait_fd(&soon, -1, 0, NULL);
    }
    at_emulator_place_deinit(&place);
    at_buf_deinit(&set);
    free(forged);
}

// If the key file is wrong, signing again does not help.
T_TEST(access_with_a_signature_that_is_refused)
{
    struct at_emulator *emulator = open_rig(&rig, jwt);
    struct at_op op = ten_seconds();
    struct at_err err = AT_ERR_INIT;
    struct at_emulator_status status;
    char *folder = jwks_folder();
    char *key = key_in(folder);
    forge(key);
    T_NOT(at_emulator_status(&op, emulator, &status, &err));
    T_EQ_INT(err.code, AT_ERPC);
    T_HAS(err.msg, "getStatus: UNAUTHENTICATED: verification failed");
    T_HAS(err.msg, "it lists the key that this was signed with; restart it");
    T_NULL(strstr(err.msg, "eyJ")); // the first bytes of each token
    T_NOT(err.may_have_run);
    OUTCOMES("getStatus", "ok", "verification failed", "verification failed");
    close_rig(&rig, emulator);
    free(key);
    free(folder);
}

T_TEST(access_to_an_emulator_that_takes_no_key)
{
    struct at_err err = AT_ERR_INIT;
    start(jwt);
    char *folder = jwks_folder();
    char *other = at_strfmt("%s/other.jwk", rig.home);
    T_OK(
        at_file_put(other, AT_STR("{\"keys\":[{\"kid\":\"another\"}]}"), NULL));
    emulator_rig_change_ini(&rig, "grpc.jwk_active=", other);
    T_NULL(try_to_open(&err));
    T_EQ_INT(err.code, AT_EGRPC);
    T_HAS(err.msg, "emulator 'emulator-5554': the emulator has not read our "
                   "key within 2000 ms: '");
    T_HAS(err.msg, "other.jwk' does not list it");
    T_NULL(key_in(folder));
    emulator_rig_stop(&rig);
    free(other);
    free(folder);
}

T_TEST(access_with_a_folder_of_somebody_else)
{
    struct at_err err = AT_ERR_INIT;
    start(jwt);
    char *folder = jwks_folder();
    char *link = at_strfmt("%s/link", rig.home);
    T_EQ_INT(symlink(folder, link), 0);
    emulator_rig_change_ini(&rig, "grpc.jwks=", link);
    T_NULL(try_to_open(&err));
    T_EQ_INT(err.code, AT_EGRPC);
    T_HAS(err.msg,
          "link', where it looks for their keys, is not a folder of this "
          "user: run this as the user who runs the emulator");
    T_NULL(key_in(folder));
    T_EQ_INT(unlink(link), 0);
    emulator_rig_stop(&rig);
    free(link);
    free(folder);
}

T_TEST(access_to_a_restarted_emulator)
{
    struct at_emulator *emulator = open_rig(&rig, jwt);
    char *before = jwks_folder();
    emulator_rig_stop(&rig); // killed: its folder stays
    emulator_rig_start(&rig, jwt);
    make_each_call(emulator);
    char *after = jwks_folder();
    T_NULL(key_in(before));
    free(key_in(after));
    at_emulator_free(emulator);
    T_NULL(key_in(after));
    emulator_rig_stop(&rig);
    free(after);
    free(before);
}

// Cancelled while the emulator is to take the key up.
T_TEST(access_is_cancelled)
{
    start(jwt);
    struct at_cancel *cancel = at_cancel_new(NULL, NULL);
    struct at_op op = {AT_NEVER_NS, cancel};
    struct at_emulator *emulator;
    struct at_err err = AT_ERR_INIT;
    char *folder = jwks_folder();
    at_cancel_fire(cancel);
    T_NOT(at_emulator_open(&op, "emulator-5554", &emulator, &err));
    T_EQ_INT(err.code, AT_ECANCELED);
    T_NULL(key_in(folder));
    emulator_rig_stop(&rig);
    at_cancel_free(cancel);
    free(folder);
}

static bool
query_status(const struct at_emulator_place *place, const char *token,
             struct at_err *err)
{
    char endpoint[64];
    const char *endpoints[] = {endpoint, NULL};
    struct at_op op = ten_seconds();
    struct at_buf reply = AT_BUF_INIT(AT_EMULATOR_STATUS_MAX_BYTES);
    struct at_grpc_call call = {at_emulator_path(AT_EMULATOR_GET_STATUS), token,
                                AT_STR(""), AT_EMULATOR_STATUS_MAX_BYTES};
    snprintf(endpoint, sizeof(endpoint), "tcp:127.0.0.1:%d", place->grpc_port);
    struct at_grpc_client *client = at_grpc_client_new(endpoints);
    bool ok = at_grpc_client_call(&op, client, &call, &reply, err);
    at_grpc_client_free(client);
    at_buf_deinit(&reply);
    return ok;
}

static char *
token_at(struct at_emulator_access *access, enum at_emulator_method method,
         int64_t now_s)
{
    struct at_op op = ten_seconds();
    struct at_err err = AT_ERR_INIT;
    const char *token;
    OK(at_emulator_access_token(&op, access, method, now_s, &token, &err));
    return at_strdup(token);
}

// Seconds from a time at which a token was got, and whether it is good then.
static const struct {
    int64_t later_s;
    bool same;
} ages[] = {
    {0, true},    {1, true},  {839, true},     {840, false}, {899, false},
    {900, false}, {-1, true}, {-10, true},     {-11, false}, {86400, false},
    {839, true},  {0, true},  {-86400, false},
};

T_TEST(access_renews_its_tokens)
{
    struct at_emulator_place place;
    struct at_err err = AT_ERR_INIT;
    int64_t now_s = at_wall_now_ms() / 1000;
    start(jwt);
    find_place(&place);
    struct at_emulator_access *access = at_emulator_access_new(&place);
    for (size_t i = 0; i < T_LEN(ages); i++) {
        int64_t then_s = now_s - 3600;
        at_emulator_access_refused(access); // forget all
        char *first = token_at(access, AT_EMULATOR_GET_STATUS, then_s);
        char *second =
            token_at(access, AT_EMULATOR_GET_STATUS, then_s + ages[i].later_s);
        T_EQ_INT(strcmp(first, second) == 0, ages[i].same);
        free(second);
        free(first);
    }
    at_emulator_access_refused(access);
    char *old = token_at(access, AT_EMULATOR_GET_STATUS, now_s - 3600);
    char *fresh = token_at(access, AT_EMULATOR_GET_STATUS, now_s);
    char *other = token_at(access, AT_EMULATOR_SEND_TOUCH, now_s);
    T_NOT(query_status(&place, old, &err));
    T_HAS(err.msg, "UNAUTHENTICATED: token has expired");
    T_NOT(query_status(&place, other, &err));
    T_HAS(err.msg, "UNAUTHENTICATED: audience not found");
    OK(query_status(&place, fresh, &err));
    at_emulator_access_free(access);
    T_NOT(query_status(&place, fresh, &err)); // the key was taken back
    T_HAS(err.msg, "No key handles");
    at_emulator_place_deinit(&place);
    emulator_rig_stop(&rig);
    free(other);
    free(fresh);
    free(old);
}

// An emulator that answers by script, but its keys are real and the rig takes
// them up.
static const struct grpc_answer done = {GRPC_ANSWER, NULL, "0", NULL,
                                        GRPC_BODY("\0\0\0\0\0")};
#define REFUSAL(status, words)                                                 \
    {                                                                          \
        GRPC_AT_ONCE, NULL, status, words, GRPC_BODY("")                       \
    }

static const struct {
    const char *name;
    struct grpc_answer refusal;
    int times;
    const char *says; // NULL: it goes well in the end
    int calls;
    bool other_token; // at the second call
} refusals[] = {
    {"expired for the emulator, not for us", REFUSAL("16", "token has expired"),
     1, NULL, 2, true},
    {"as Tink says it", REFUSAL("3", "verification failed"), 1, NULL, 2, true},
    {"again and again", REFUSAL("16", "token has expired"), 9,
     "getStatus: UNAUTHENTICATED: token has expired; it lists the key that "
     "this was signed with; restart it, or start it with -grpc-use-token",
     2, true},
    {"as Tink says it, again and again", REFUSAL("3", "verification failed"), 9,
     "getStatus: INVALID_ARGUMENT: verification failed; it lists the key", 2,
     true},
    {"not on the allow list", REFUSAL("7", "The endpoint is not on it"), 9,
     "getStatus: PERMISSION_DENIED: The endpoint is not on it; its allowlist "
     "(/sdk/emulator/lib/emulator_access.json) has to let "
     "android-studio call "
     "/android.emulation.control.EmulatorController/getStatus; -grpc-allowlist "
     "FILE starts it with another",
     1, false},
};

static struct at_emulator *
open_through(struct grpc_server *server)
{
    struct at_err err = AT_ERR_INIT;
    char port[16];
    start(jwt);
    snprintf(port, sizeof(port), "%d", server->port);
    emulator_rig_change_ini(&rig, "grpc.port=", port);
    struct at_emulator *emulator = try_to_open(&err);
    T_EQ_TEXT(err.msg, "");
    return emulator;
}

T_TEST(access_that_is_refused)
{
    need_rig(&rig);
    for (size_t i = 0; i < T_LEN(refusals); i++) {
        struct grpc_answer answers[12];
        struct grpc_server server;
        struct at_op op = ten_seconds();
        struct at_err err = AT_ERR_INIT;
        struct at_emulator_status status;

        T_ROW(refusals[i].name);
        for (size_t k = 0; k < T_LEN(answers); k++)
            answers[k] = k > 0 && (int)k <= refusals[i].times
                             ? refusals[i].refusal
                             : done;
        grpc_server_start(&server, answers, T_LEN(answers));
        struct at_emulator *emulator = open_through(&server);
        bool ok = at_emulator_status(&op, emulator, &status, &err);
        T_HAS(err.msg, refusals[i].says ? refusals[i].says : "");
        T_EQ_INT(ok, refusals[i].says == NULL);
        T_OK(ok || err.code == AT_ERPC);
        T_OK(ok || !err.may_have_run);
        T_NULL(strstr(err.msg, "eyJ"));
        T_EQ_INT(server.calls, 1 + refusals[i].calls);
        T_EQ_TEXT(server.seen[1].authorization, server.seen[0].authorization);
        T_OK(!refusals[i].other_token ||
             strcmp(server.seen[2].authorization,
                    server.seen[1].authorization) != 0);
        close_rig(&rig, emulator);
        grpc_server_stop(&server);
    }
}

// A word of Tink's for a call without a signed token is the method's own.
T_TEST(access_is_not_what_an_invalid_argument_is_about)
{
    const struct grpc_answer answers[] = {done, REFUSAL("3", "Invalid display"),
                                          done};
    struct grpc_server server;
    struct at_op op = ten_seconds();
    struct at_err err = AT_ERR_INIT;
    char port[16];
    start(both);
    grpc_server_start(&server, answers, T_LEN(answers));
    snprintf(port, sizeof(port), "%d", server.port);
    emulator_rig_change_ini(&rig, "grpc.port=", port);
    struct at_emulator *emulator = try_to_open(&err);
    T_NOT(at_emulator_key(&op, emulator, AT_STR("BACK"), 1, &err));
    T_HAS(err.msg, "sendKey: INVALID_ARGUMENT: Invalid display");
    T_OK(err.may_have_run);
    T_EQ_INT(server.calls, 2);
    close_rig(&rig, emulator);
    grpc_server_stop(&server);
}

int
main(void)
{
    emulator_rig_init(&rig);
    int failed = T_RUN(NULL, NULL);
    emulator_rig_deinit(&rig);
    return failed;
}
