// script_test.c: scripts mean what they mean in Maestro
#include "maestro/script/script.h"

#include <signal.h>

#include "base/limits_script.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tests/t.h"
#include "tests/unit/maestro/script_rig.h"

static const struct {
    const char *name;
    const char *script;
    const char *shown;
} rows[] = {
    {"arithmetic", "1 + 1", "2"},
    {"variables are texts", "N + 1", "51"},
    {"unset", "X.length === undefined", "line 1: TypeError"},
    {"unset by itself", "(X)", "undefined"},
    {"typeof unset", "typeof X", "undefined"},
    {"default", "X || \"d\"", "d"},
    {"given, with a default", "N || \"d\"", "5"},
    {"property of unset", "X.y", "TypeError"},
    {"call of unset", "foo()", "TypeError"},
    {"undeclared assignment", "y = 5; y + 1", "6"},
    {"and it is wiped", "typeof y", "undefined"},
    {"an assigned variable too", "N = 7; N", "7"},
    {"and is as before", "(N)", "5"},
    {"a variable is a global", "globalThis.N + new Function('return N')()",
     "55"},
    {"for of an undeclared name", "for (q of [1, 2]); q", "2"},
    {"let", "let a = 1; a", "1"},
    {"does not leak", "typeof a", "undefined"},
    {"nor var", "var b = 2; function c() {}; typeof b + typeof c",
     "numberfunction"},
    {"no more", "typeof b + typeof c", "undefinedundefined"},
    {"output survives", "output.a = {n: 1}", "{n: 1}"},
    {"output later", "output.a.n + 1", "2"},
    {"functions in output", "output.f = () => N + typeof Q",
     "() => N + typeof Q"},
    {"are called later", "output.f()", "5undefined"},
    {"last expression", "if (N) { 3 } else { 4 }", "3"},
    {"no value", "let z = 1;", "undefined"},
    {"return", "return 1", "SyntaxError"},
    {"await", "await 1", "SyntaxError"},
    {"this", "this", "undefined"},
    {"strict", "delete Object.prototype", "TypeError"},
    {"octal", "017", "SyntaxError"},
    {"text with braces behind it", "A} and {b",
     "a script reaches to the last \"}\""},
    {"with", "with ({}) {}", "SyntaxError"},
    {"named like a global", "Math.max(1, 2)", "2"},
    {"platform", "maestro.platform", "android"},
    {"copied", "maestro.copiedText", "undefined"},
    {"json", "json('{\"a\": [1]}').a", "[1]"},
    {"json of rubbish", "json('{')", "SyntaxError"},
    {"points", "relativePoint(0.5, 0.333)", "50%,34%"},
    {"promises run before the next step",
     "Promise.resolve(1).then(v => { output.p = v }); 0", "0"},
    {"so that it sees them", "output.p", "1"},
    {"timers wait", "setTimeout(() => { output.t = 1 }, 30); output.t",
     "undefined"},
    {"before the next step", "output.t", "1"},
    {"an interval ends",
     "let i = 0; const t = setInterval(() => { output.i = "
     "++i; if (i == 3) clearInterval(t) }, 2); 0",
     "0"},
    {"at its third time", "output.i", "3"},
    {"a cleared timer", "clearTimeout(setTimeout(() => { output.t = 2 }, 1))",
     "undefined"},
    {"does not run", "output.t", "1"},
    {"throw in a timer", "setTimeout(() => { throw new Error('late') }, 1)",
     "Error: late"},
    {"promise by a timer", "new Promise(r => setTimeout(() => r(5), 1))",
     "Promise{[[PromiseStatus]]: \"resolved\", [[PromiseValue]]: 5}"},
    {"edition of 2024",
     "Object.groupBy([1], () => 'a').a + "
     "[3, 1].toSorted() + typeof Promise.withResolvers",
     "11,3function"},
    {"thrown text", "throw 'x'", "thrown: x"},
    {"thrown object", "throw {a: 1}", "thrown: {a: 1}"},
    {"line", "\n\nnull.x", "line 3: TypeError"},
    {"recursion", "(function f() { f() })()", "RangeError"},
    {"faker", "typeof faker.name().firstName()", "string"},
    {"faker expression", "faker.expression('#{Name.first_name}').length > 1",
     "true"},
    {"faker refuses", "faker.pokemon()", "faker.pokemon is not part of faker"},
    {"faker group refuses", "faker.name().zzz()",
     "faker.name().zzz is not part"},
    {"POST without a body", "http.post('http://x', {})", "needs a body"},
    {"GET with a body", "http.get('http://x', {body: 'x'})",
     "cannot have a body"},
    {"no network", "http.get('http://example.com')",
     "http is not available to scripts here"},
    {"import", "import('x').then(() => 1, () => { output.r = 1 }); 0", "0"},
    {"import is rejected", "output.r", "1"},
    {"text of all kinds", "'\\u00e9\\ud83d\\ude00' + '\\0'.length",
     "\xc3\xa9\xf0\x9f\x98\x80"
     "1"},
    {"lone surrogate", "'\\ud800'", "\xef\xbf\xbd"},
};

static struct script_rig rig;

T_TEST(expressions)
{
    script_rig_define(&rig, "N", "5");
    script_rig_define(&rig, "Math", "ignored");
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].name);
        const char *shown = script_rig_eval(&rig, rows[i].script);
        if (rig.err.code == AT_OK)
            T_EQ_TEXT(shown, rows[i].shown);
        else
            T_HAS(shown, rows[i].shown);
    }
}

T_TEST(absent_globals_are_absent)
{
    static const char *const absent[] = {
        "queueMicrotask", "require",     "fetch",    "URL",
        "TextEncoder",    "atob",        "Buffer",   "process",
        "crypto",         "performance", "Java",     "structuredClone",
        "WebAssembly",    "load",        "readFile", "Iterator",
    };
    for (size_t i = 0; i < T_LEN(absent); i++) {
        char script[64];
        snprintf(script, sizeof(script), "typeof %s", absent[i]);
        T_ROW(absent[i]);
        T_EQ_TEXT(script_rig_eval(&rig, script), "undefined");
    }
    T_EQ_TEXT(script_rig_eval(&rig, "typeof Set.prototype.union + typeof "
                                    "RegExp.escape + typeof [].values().map"),
              "undefinedundefinedundefined");
}

static const struct {
    const char *name;
    const char *source;
    const char *error;
} files[] = {
    {"runs", "const a = 1\noutput.file = a + typeof this + N", ""},
    {"last comment", "output.file += '!' // end", ""},
    {"syntax error", "const a = 1\n\nlet b = ;\n", "s/login.js:3: SyntaxError"},
    {"return", "\nreturn 1", "s/login.js:2: SyntaxError"},
    {"leaving the function", "}}) (function () { with ({}) {",
     "s/login.js:1: SyntaxError"},
    {"throws",
     "function g() { throw new Error('boo') }\n\nfunction h() {\n  g()\n}\nh()",
     "s/login.js:1:31: Error: boo; in g (s/login.js:1:31), h (s/login.js:4:4), "
     "(script) (s/login.js:6:2)"},
    {"throws below one of ours", "\njson('{')", "s/login.js:2:5: SyntaxError"},
};

T_TEST(files_with_the_place_of_an_error)
{
    script_rig_define(&rig, "N", "5");
    for (size_t i = 0; i < T_LEN(files); i++) {
        T_ROW(files[i].name);
        const char *shown =
            script_rig_file(&rig, "s/login.js", files[i].source);
        T_EQ_INT(rig.err.code, files[i].error[0] ? AT_EASSERT : AT_OK);
        T_HAS(shown, files[i].error);
    }
    T_EQ_TEXT(script_rig_eval(&rig, "output.file"), "1undefined5!");
}

T_TEST(lines_of_the_console)
{
    at_buf_clear(&rig.lines);
    script_rig_eval(
        &rig, "console.log('a', {b: 1}, [1, 2], null, undefined, 1.0); "
              "console.info('i'); console.debug('d'); console.warn('w'); "
              "console.error('e'); print('p', 1); console.count(); "
              "console.count(); console.assert(1 > 2, 'no'); "
              "console.group('g'); console.log('in'); console.groupEnd(); "
              "console.log('%s', 1); console.log()");
    T_EQ_TEXT(at_buf_text(&rig.lines),
              "log: a [object Object] 1,2 null undefined 1\n"
              "info: i\ndebug: d\nwarn: w\nerror: e\nlog: p 1\n"
              "log: default: 1\nlog: default: 2\n"
              "log: Assertion failed: no\nlog: g\nlog:   in\nlog: %s 1\n"
              "log: \n");
}

T_TEST(copied_text_and_changed_variables_arrive)
{
    at_maestro_scope_set_copied(rig.scope, AT_STR("cop\xc3\xad"
                                                  "ed"));
    T_EQ_TEXT(script_rig_eval(&rig, "maestro.copiedText + V"), "cop\xc3\xad"
                                                               "edundefined");
    at_maestro_scope_push(rig.scope);
    script_rig_define(&rig, "V", "in");
    T_EQ_TEXT(script_rig_eval(&rig, "maestro.copiedText + V"), "cop\xc3\xad"
                                                               "edin");
    at_maestro_scope_pop(rig.scope);
    T_EQ_TEXT(script_rig_eval(&rig, "'' + V"), "undefined");
    T_EQ_TEXT(script_rig_eval(&rig, "'V' in globalThis"), "false");
}

T_TEST(one_seed_gives_the_same_data)
{
    struct script_rig other;
    const char *const script =
        "faker.name().fullName() + faker.internet().uuid()";
    char first[256];
    struct script_rig one;
    script_rig_init(&one, &(struct at_maestro_script_opts){.seed = 7});
    script_rig_init(&other, &(struct at_maestro_script_opts){.seed = 7});
    snprintf(first, sizeof(first), "%s", script_rig_eval(&one, script));
    T_EQ_TEXT(script_rig_eval(&other, script), first);
    script_rig_deinit(&one);
    script_rig_deinit(&other);
}

T_TEST(plain_names_start_no_process)
{
    struct script_rig plain;
    script_rig_init(&plain, NULL);
    script_rig_define(&plain, "N", "5");
    T_EQ_TEXT(script_rig_eval(&plain, "N"), "5");
    T_EQ_TEXT(script_rig_eval(&plain, "X"), "undefined");
    T_EQ_INT(at_maestro_script_pid(plain.script), -1);
    script_rig_eval(&plain, "1 + 1");
    T_OK(at_maestro_script_pid(plain.script) > 0);
    script_rig_deinit(&plain);
}

T_TEST(without_the_program_a_script_is_refused_by_its_words)
{
    const struct at_maestro_script_opts opts = {0};
    const struct at_op op = {AT_NEVER_NS, NULL};
    struct at_maestro_script *script = at_maestro_script_new(&opts);
    struct at_err err = AT_ERR_INIT;
    at_maestro_scope_set_engine(rig.scope, at_maestro_script_engine(script));
    struct at_buf out = AT_BUF_INIT(64);
    T_NOT(at_maestro_expand(&op, rig.scope, AT_STR("${1 + 1}"), &out, &err));
    T_EQ_INT(err.code, AT_ENOTOOL);
    T_HAS(err.msg, "agentest-script is not installed");
    at_maestro_scope_set_engine(rig.scope,
                                at_maestro_script_engine(rig.script));
    at_maestro_script_free(script);
    at_buf_deinit(&out);
}

static int
set_up(void **state)
{
    (void)state;
    script_rig_init(&rig, NULL);
    return 0;
}

static int
tear_down(void **state)
{
    (void)state;
    script_rig_deinit(&rig);
    return 0;
}

int
main(void)
{
    return T_RUN(set_up, tear_down);
}
