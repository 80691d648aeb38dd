#include "maestro/script/script.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits_script.h"
#include "base/quote.h"
#include "base/wipe.h"
#include "maestro/script/peer.h"
#include "maestro/script/wire.h"
#include "sys/clock.h"
#include "sys/installed.h"
#include "sys/random.h"

enum {
    END_MS = 1000,
    DEFAULT_MAX_MS = 60000,
    // The engine measures computing time itself; this is for an engine that
    // doesn't come to look at its clock.
    GRACE_MS = 2000,
    STACK_ROWS_MAX = 4,
    NOT_STARTED = 127, // the exit status of the system's linker
};

static const char program_name[] = "agentest-script";

// JavaScriptCore's options. Scripts are short, and neither compilers nor a
// second thread of the collector pay there; without a compiler no page is ever
// made executable.
static const char *const engine_env[] = {
    "JSC_useJIT=0",
    "JSC_useWasm=0",
    "JSC_useConcurrentGC=0",
    "JSC_numberOfGCMarkers=1",
};

enum { ENV_ROWS = sizeof(engine_env) / sizeof(engine_env[0]) };

// Return "TZ=Europe/Berlin", from the environment or the system's link, which
// the sandbox does not let the engine read; NULL if neither tells it. Owned by
// the caller.
static char *
zone_row(void)
{
    static const struct at_str folder = AT_STR_ROW("/zoneinfo/");
    char target[256];
    const char *zone = getenv("TZ");
    if (zone && *zone)
        return at_strfmt("TZ=%s", zone);
    ssize_t len = readlink("/etc/localtime", target, sizeof(target));
    struct at_str path = at_str_n(target, len > 0 ? (size_t)len : 0);
    ptrdiff_t at = at_str_find(path, folder);
    if (at < 0)
        return NULL;
    struct at_str name = at_str_skip(path, (size_t)at + folder.len);
    return at_strfmt("TZ=%.*s", AT_STR_ARG(name));
}

static struct at_script_peer *
start_peer(const char *program, struct at_err *err)
{
    const char *const argv[] = {program, "--serve", NULL};
    const char *env[ENV_ROWS + 2] = {NULL};
    char *zone = zone_row();
    memcpy(env, engine_env, sizeof(engine_env));
    env[ENV_ROWS] = zone;
    struct at_script_peer *peer = at_script_peer_start(argv, env, err);
    free(zone);
    return peer;
}

struct at_maestro_script {
    struct at_maestro_script_opts opts;
    struct at_maestro_engine engine;
    struct at_script_peer *peer; // NULL: not started
    uint64_t known_generation;   // the process has these variables
    size_t requests;             // count of http requests
    bool has_run;                // a script has run
};

char *
at_maestro_script_find(void)
{
    return at_installed_program(program_name);
}

// End the process, at once or once it has ended itself. Return its exit status.
static int
end(struct at_maestro_script *script, int64_t grace_ms)
{
    int status = at_script_peer_end(script->peer, grace_ms);
    script->peer = NULL;
    return status;
}

void
at_maestro_script_free(struct at_maestro_script *script)
{
    if (!script)
        return;
    end(script, 0); // it has nothing to save
    free(script);
}

const struct at_maestro_engine *
at_maestro_script_engine(const struct at_maestro_script *script)
{
    return &script->engine;
}

long
at_maestro_script_pid(const struct at_maestro_script *script)
{
    return at_script_peer_pid(script->peer);
}

static bool
start(const struct at_op *op, struct at_maestro_script *script,
      struct at_err *err)
{
    uint32_t seed = script->opts.seed;
    char words[2][24];
    if (script->peer)
        return true;
    if (!script->opts.program)
        return at_fail(err, AT_ENOTOOL,
                       "%s is not installed, and this flow has scripts: put it "
                       "beside this program, or build with JavaScriptCore (on "
                       "Debian and Ubuntu libjavascriptcoregtk-4.1-dev)",
                       program_name);
    script->peer = start_peer(script->opts.program, err);
    if (!script->peer) {
        at_err_context(err, "%s", program_name);
        return false;
    }
    if (seed == 0)
        at_random_bytes(&seed, sizeof(seed));
    snprintf(words[0], sizeof(words[0]), "%u", seed);
    snprintf(words[1], sizeof(words[1]), "%lld",
             (long long)script->opts.max_ms);
    const struct at_str texts[] = {
        at_str(script->opts.platform ? script->opts.platform : "android"),
        at_str(words[0]), at_str(words[1])};
    script->known_generation = 0;
    return at_script_peer_send_texts(op, script->peer, AT_SCRIPT_START, texts,
                                     3, err);
}

struct rows {
    struct at_buf payload;
    bool fits;
};

static void
add_variable(void *user, struct at_str name, struct at_str value)
{
    struct rows *rows = user;
    rows->fits = rows->fits && at_script_text_add(&rows->payload, name) &&
                 at_script_text_add(&rows->payload, value);
}

// Send what has changed since the last evaluation.
static bool
update(const struct at_op *op, struct at_maestro_script *script,
       const struct at_maestro_scope *scope, struct at_err *err)
{
    struct rows rows = {AT_BUF_INIT(AT_SCRIPT_MESSAGE_MAX_BYTES), true};
    uint64_t generation = at_maestro_scope_generation(scope);
    struct at_str copied;
    bool ok = true;
    if (generation != script->known_generation) {
        at_maestro_scope_each(scope, add_variable, &rows);
        ok = rows.fits
                 ? at_script_peer_send(op, script->peer, AT_SCRIPT_VARIABLES,
                                       at_buf_str(&rows.payload), err)
                 : at_fail(err, AT_ELIMIT, "too many variables");
        ok = ok && (!at_maestro_scope_copied(scope, &copied) ||
                    at_script_peer_send_texts(
                        op, script->peer, AT_SCRIPT_COPIED, &copied, 1, err));
        script->known_generation = generation;
    }
    at_wipe_buf(&rows.payload);
    return ok;
}

static bool
broken(struct at_err *err)
{
    return at_fail(err, AT_EPROTO,
                   "the script engine does not follow its protocol");
}

// The place of a line in a script's text, in the file that it comes from.
struct place {
    struct at_str path;
    int64_t line;
    int64_t column; // 0: unknown
};

static bool
read_place(const struct at_maestro_source *source, struct at_str path,
           struct at_str line, struct at_str column, struct place *out)
{
    *out = (struct place){.path = path};
    if (!at_str_eq(path, source->path) || source->part_count == 0 ||
        !at_str_to_i64(line, 1, INT32_MAX, &out->line))
        return false;
    if (!at_str_to_i64(column, 1, INT32_MAX, &out->column))
        out->column = 0;
    struct at_str file = at_maestro_part_find(source->parts, source->part_count,
                                              &out->line, &out->column);
    if (file.ptr)
        out->path = file;
    return true;
}

// "g (login.js:12:5)": the file may be a module of it, and a function ours.
static void
add_frame(const struct at_maestro_source *source, struct at_str row,
          struct at_buf *out)
{
    struct place place;
    struct at_str path, line, column, rest;
    ptrdiff_t at = at_str_find(row, AT_STR(" ("));
    struct at_str name = at_str_head(row, at < 0 ? 0 : (size_t)at);
    rest = at_str_skip(row, at < 0 ? row.len : (size_t)at + 2);
    column =
        at_str_after_last(at_str_head(rest, rest.len - (rest.len > 0)), ':');
    path = at_str_head(
        rest, rest.len > column.len + 2 ? rest.len - column.len - 2 : 0);
    line = at_str_after_last(path, ':');
    path = at_str_head(path,
                       path.len > line.len + 1 ? path.len - line.len - 1 : 0);
    if (!read_place(source, path, line, column, &place)) {
        at_buf_add_str(out, row);
        return;
    }
    if (at_str_starts(name, AT_STR("agentest")))
        name = AT_STR("(module)");
    at_buf_add_fmt(out, "%.*s (%.*s:%" PRId64 ":%" PRId64 ")", AT_STR_ARG(name),
                   AT_STR_ARG(place.path), place.line, place.column);
}

// "login.js:3:9: "
static void
add_place(const struct at_maestro_source *source, struct at_str file,
          struct at_str line, struct at_str column, struct at_buf *out)
{
    struct place place;
    if (read_place(source, file, line, column, &place)) {
        at_buf_add_fmt(out, "%.*s:%" PRId64 ":", AT_STR_ARG(place.path),
                       place.line);
        if (place.column > 0)
            at_buf_add_fmt(out, "%" PRId64 ":", place.column);
        return;
    }
    if (file.len > 0)
        at_buf_add_fmt(out, "%.*s:", AT_STR_ARG(file));
    if (line.len > 0)
        at_buf_add_fmt(out, "%s%.*s:", file.len > 0 ? "" : "line ",
                       AT_STR_ARG(line));
    if (file.len > 0 && column.len > 0)
        at_buf_add_fmt(out, "%.*s:", AT_STR_ARG(column));
}

// "login.js:3:9: TypeError: …; in g (login.js:1:5), h (login.js:8:1)"
static bool
thrown(struct at_str payload, const struct at_maestro_source *source,
       struct at_err *err)
{
    struct at_str texts[5], row;
    struct at_buf words = AT_BUF_INIT(AT_ERR_MSG_MAX);
    if (!at_script_texts(payload, texts, 5))
        return broken(err);
    add_place(source, texts[1].len > 0 ? texts[1] : source->path, texts[2],
              texts[3], &words);
    at_buf_add_fmt(&words, "%s%.*s", words.len > 0 ? " " : "",
                   AT_STR_ARG(texts[0]));
    for (size_t i = 0; i < STACK_ROWS_MAX && at_str_next_line(&texts[4], &row);
         i++) {
        at_buf_add_text(&words, i == 0 ? "; in " : ", ");
        add_frame(source, row, &words);
    }
    at_fail(err, AT_EASSERT, "%s", at_buf_text(&words));
    at_buf_deinit(&words);
    return false;
}

struct job {
    const struct at_maestro_source *source; // path empty: an expression
    struct at_buf *out;
    struct at_op limit; // when the process counts as hanging
    bool ok;
};

static bool
answer_http(const struct at_op *op, struct at_maestro_script *script,
            struct job *job, struct at_str payload, struct at_err *err)
{
    struct at_buf reply = AT_BUF_INIT(AT_SCRIPT_MESSAGE_MAX_BYTES);
    int64_t begun_ns = at_now_ns();
    size_t folder = job->source->path.len;
    while (folder > 0 && job->source->path.ptr[folder - 1] != '/')
        folder--;
    char *parent =
        folder > 1 ? at_strndup(job->source->path.ptr, folder - 1) : NULL;
    const struct at_maestro_fetch_opts opts = {
        .fetcher = script->opts.fetcher,
        .workspace = script->opts.workspace,
        .folder = parent,
    };
    bool ok = ++script->requests <= AT_SCRIPT_REQUESTS_MAX
                  ? at_maestro_fetch(op, &opts, payload, &reply, err)
                  : at_fail(err, AT_ELIMIT,
                            "the scripts of one flow may make %zu requests",
                            AT_SCRIPT_REQUESTS_MAX);
    ok = ok && at_script_peer_send(op, script->peer, AT_SCRIPT_HTTP_ANSWER,
                                   at_buf_str(&reply), err);
    // Waiting for a server isn't the script's time.
    job->limit.deadline_ns += at_now_ns() - begun_ns;
    free(parent);
    at_buf_deinit(&reply);
    return ok;
}

static bool
log_line(struct at_maestro_script *script, struct at_str payload,
         struct at_err *err)
{
    struct at_str texts[2];
    if (!at_script_texts(payload, texts, 2))
        return broken(err);
    if (script->opts.line)
        script->opts.line(script->opts.user, texts[0], texts[1]);
    return true;
}

static bool
take_value(struct at_maestro_script *script, const struct job *job, int kind,
           struct at_str payload, struct at_err *err)
{
    struct at_str text;
    if (!at_script_texts(payload, &text, 1))
        return broken(err);
    if (kind == AT_SCRIPT_LIMIT) {
        at_fail(err, AT_ETIMEOUT, "the script was stopped: %.*s",
                AT_STR_ARG(text));
        end(script, END_MS);
        return false;
    }
    if (job->out && !at_buf_add_str(job->out, text))
        return at_fail(err, AT_ELIMIT,
                       "an expanded text has more than %zu "
                       "bytes",
                       job->out->max);
    return true;
}

// Return true once the answer is there; job->ok says what it is.
static bool
take(const struct at_op *op, struct at_maestro_script *script, struct job *job,
     int kind, struct at_str payload, struct at_err *err)
{
    switch (kind) {
    case AT_SCRIPT_VALUE:
    case AT_SCRIPT_LIMIT:
        job->ok = take_value(script, job, kind, payload, err);
        return true;
    case AT_SCRIPT_THROWN:
        job->ok = thrown(payload, job->source, err);
        return true;
    case AT_SCRIPT_LOG:
        job->ok = log_line(script, payload, err);
        return !job->ok;
    case AT_SCRIPT_HTTP:
        job->ok = answer_http(op, script, job, payload, err);
        return !job->ok;
    default:
        job->ok = broken(err);
        return true;
    }
}

static struct at_op
earlier(const struct at_op *op, const struct at_op *limit)
{
    return limit->deadline_ns < op->deadline_ns
               ? (struct at_op){limit->deadline_ns, op->cancel}
               : *op;
}

static bool
wait_answer(const struct at_op *op, struct at_maestro_script *script,
            struct job *job, struct at_err *err)
{
    struct at_str payload;
    int kind;
    do {
        const struct at_op until = earlier(op, &job->limit);
        if (!at_script_peer_read(&until, script->peer, &kind, &payload, err)) {
            if (at_now_ns() >= job->limit.deadline_ns)
                at_fail(err, AT_ETIMEOUT,
                        "the script was stopped: it did not end within %lld ms",
                        (long long)(script->opts.max_ms + GRACE_MS +
                                    AT_SCRIPT_WAIT_MAX_MS));
            return false;
        }
    } while (!take(op, script, job, kind, payload, err));
    return job->ok;
}

// The process is gone: its exit status tells why.
static bool
ended(struct at_maestro_script *script, struct at_err *err)
{
    int status = end(script, END_MS);
    if (status == AT_SCRIPT_EXIT_MEMORY)
        return at_fail(err, AT_ELIMIT,
                       "the script needs more than %zu MiB of memory",
                       AT_SCRIPT_MEMORY_MAX_BYTES / AT_MIB);
    if (status == NOT_STARTED)
        return at_fail(err, AT_ENOTOOL,
                       "%s does not start: a library that it needs is missing "
                       "(on Debian and Ubuntu the package "
                       "libjavascriptcoregtk-4.1-0)",
                       program_name);
    if (status == AT_SCRIPT_EXIT_TIME)
        return at_fail(err, AT_ETIMEOUT,
                       "the script was stopped: it ran for more than %lld ms",
                       (long long)script->opts.max_ms);
    return at_fail(err, AT_EIO,
                   "the script's process ended with status %d before the "
                   "script did",
                   status);
}

// After anything but a value or an exception the stream's state is unknown, so
// the process is ended.
static bool
run(const struct at_op *op, struct at_maestro_script *script,
    const struct at_maestro_scope *scope, struct job *job, struct at_err *err)
{
    const struct at_str texts[] = {job->source->path, job->source->text};
    size_t first = job->source->path.len > 0 ? 0 : 1;
    struct at_err why = AT_ERR_INIT;
    if (texts[1].len > AT_SCRIPT_SOURCE_MAX_BYTES)
        return at_fail(err, AT_ELIMIT, "a script has more than %zu bytes",
                       AT_SCRIPT_SOURCE_MAX_BYTES);
    bool ok = start(op, script, &why) && update(op, script, scope, &why);
    script->has_run = true;
    job->limit.deadline_ns =
        at_now_ns() +
        (script->opts.max_ms + GRACE_MS + AT_SCRIPT_WAIT_MAX_MS) * AT_NS_PER_MS;
    ok = ok &&
         at_script_peer_send_texts(op, script->peer,
                                   first ? AT_SCRIPT_EVALUATE : AT_SCRIPT_FILE,
                                   texts + first, 2 - first, &why) &&
         wait_answer(op, script, job, &why);
    if (!ok && why.code == AT_EIO && script->peer)
        return ended(script, err);
    if (!ok && why.code != AT_EASSERT)
        end(script, 0);
    return ok || at_err_pass(err, &why);
}

// "A} and {b" was meant as a script and a text with braces.
static bool
holds_text(struct at_str source)
{
    ptrdiff_t closing = at_str_find(source, AT_STR("}"));
    ptrdiff_t opening = at_str_find(source, AT_STR("{"));
    return closing >= 0 && (opening < 0 || closing < opening);
}

static bool
evaluate(const struct at_op *op, void *user,
         const struct at_maestro_scope *scope, struct at_str source,
         struct at_buf *out, struct at_err *err)
{
    const struct at_maestro_source text = {.path = AT_STR(""), .text = source};
    struct job job = {.source = &text, .out = out};
    struct at_err why = AT_ERR_INIT;
    if (run(op, user, scope, &job, &why))
        return true;
    at_err_context(&why, "%s", AT_QUOTED(source));
    if (holds_text(source) && strstr(why.msg, "SyntaxError"))
        at_err_add(&why, "a script reaches to the last \"}\" of its text, so "
                         "no braces can follow it");
    return at_err_pass(err, &why);
}

static bool
run_file(const struct at_op *op, void *user,
         const struct at_maestro_scope *scope,
         const struct at_maestro_source *source, struct at_err *err)
{
    struct job job = {.source = source};
    return run(op, user, scope, &job, err);
}

static bool
has_run(void *user)
{
    const struct at_maestro_script *script = user;
    return script->has_run;
}

void
at_maestro_script_start(const struct at_op *op,
                        struct at_maestro_script *script)
{
    struct at_err why = AT_ERR_INIT;
    (void)!start(op, script, &why);
}

struct at_maestro_script *
at_maestro_script_new(const struct at_maestro_script_opts *opts)
{
    struct at_maestro_script *script = at_alloc(sizeof(*script));
    script->opts = *opts;
    script->engine = (struct at_maestro_engine){
        .evaluate = evaluate,
        .run = run_file,
        .has_run = has_run,
        .user = script,
    };
    if (script->opts.max_ms <= 0 || script->opts.max_ms > AT_SCRIPT_MAX_MS)
        script->opts.max_ms = DEFAULT_MAX_MS;
    return script;
}
