// modules_test.c: import and export statements, and what only looks like them
#include "maestro/read/modules.h"

#include "base/limits.h"
#include "tests/t.h"

// './a.js' is module 0, './b.js' 1, and no other is there.
static ptrdiff_t
import(void *user, struct at_str name, size_t offset)
{
    int *count = user;
    *count += offset > 0;
    return at_str_is(name, "./a.js") ? 0 : at_str_is(name, "./b.js") ? 1 : -1;
}

#define A "agentestImport(0,\"./a.js\","
#define EXPORT(name, value)                                                    \
    "Object.defineProperty(agentestExports,\"" name                            \
    "\",{enumerable:true,get:()=>" value "});"

static const struct {
    const char *source;
    const char *want; // NULL: the same, and there was no statement
} rows[] = {
    {"import './a.js'\nx", A "[]);\nx"},
    {"import \"./a.js\"; x", A "[]); x"},
    {"import d from './a.js'", "const {default:d}=" A "[\"default\"]);"},
    {"import * as a from './a.js';", "const a=" A "[]);"},
    {"import d, * as a from './a.js';",
     "const a=" A "[\"default\"]),{default:d}=a;"},
    {"import {x} from './a.js'", "const {x:x}=" A "[\"x\"]);"},
    {"import { x as y, default as z, } from './a.js'\ny()",
     "const {x:y,default:z}=" A "[\"x\",\"default\"]);\ny()"},
    {"import d, {x} from './a.js'",
     "const {default:d,x:x}=" A "[\"default\",\"x\"]);"},
    {"import {\n  x,\n  y\n} from\n'./a.js';\nz",
     "const {x:x,y:y}=" A "[\"x\",\"y\"]);\n\n\n\n\nz"},
    {"// first\n/* import y */ import {x} from './a.js' // x\n(1)",
     "// first\n/* import y */ const {x:x}=" A "[\"x\"]); // x\n(1)"},
    {"import {} from './a.js'", A "[]);"},
    {"export const x = 1", "const x = 1\n;" EXPORT("x", "x")},
    {"export let x = f(1, 2), y = [3, 4];\na, b",
     "let x = f(1, 2), y = [3, 4];\na, b\n;" EXPORT("x", "x") EXPORT("y", "y")},
    {"export const x = 1\nf(1), g(2)",
     "const x = 1\nf(1), g(2)\n;" EXPORT("x", "x")},
    {"export const x = () => {\n}\nf(1), g(2)",
     "const x = () => {\n}\nf(1), g(2)\n;" EXPORT("x", "x")},
    {"export const x = a\n instanceof\n B,\n y = 2",
     "const x = a\n instanceof\n B,\n y = 2\n;" EXPORT("x", "x")
         EXPORT("y", "y")},
    {"export const x = 1\n, y = [\n1\n]\n, z = 2",
     "const x = 1\n, y = [\n1\n]\n, z = 2\n;" EXPORT("x", "x") EXPORT("y", "y")
         EXPORT("z", "z")},
    {"export function f() { return 1, 2 }",
     "function f() { return 1, 2 }\n;" EXPORT("f", "f")},
    {"export async function* f() {}",
     "async function* f() {}\n;" EXPORT("f", "f")},
    {"export class C extends D {}", "class C extends D {}\n;" EXPORT("C", "C")},
    {"export default 1 + 2", "agentestExports.default= 1 + 2"},
    {"export default function () {}",
     "agentestExports.default= function () {}"},
    {"export default class extends D {}",
     "agentestExports.default= class extends D {}"},
    {"export default async () => {}",
     "agentestExports.default= async () => {}"},
    {"export default function f() {}",
     " function f() {}\n;" EXPORT("default", "f")},
    {"const a = 1\nexport { a, a as b }\nx",
     "const a = 1\n;\nx\n;" EXPORT("a", "a") EXPORT("b", "a")},
    {"export {a as b} from './a.js'",
     "{const m=" A "[\"a\"]);agentestExports.b=m.a;}"},
    {"export * as a from './a.js'", "{const m=" A "[]);agentestExports.a=m;}"},
    {"export * from './a.js'",
     "{const m=" A "[]);for(const k in m)if(k!==\"default\")"
     "agentestExports[k]=m[k];}"},
    {"import {x} from './a.js'; import {y} from './b.js'",
     "const {x:x}=" A "[\"x\"]); const {y:y}=agentestImport(1,\"./b.js\",["
     "\"y\"]);"},
    // None of these is one.
    {"import('./a.js')", NULL},
    {"import.meta", NULL},
    {"a.import; a.export", NULL},
    {"const a = { import: 1, export: 2 }", NULL},
    {"'import x from \"./a.js\"'", NULL},
    {"`import x from './a.js' ${`\nexport const y = 1` + '}'} import`", NULL},
    {"// import './a.js'", NULL},
    {"/* import './a.js' */", NULL},
    {"/[`/]import './a.js'/.test(x)", NULL},
    {"a / b; 'x' / import_", NULL},
    {"return /'/; ", NULL},
    {"if (a) /import './a.js'/.test(b)", NULL},
    {"if (a) /export const x = 1/.test(b)", NULL},
    {"{ import './a.js' }", NULL},
    {"important(1); exports.x = 1; imports", NULL},
    // Not well-formed, or not supported: the engine says so.
    {"import x", NULL},
    {"import {x from './a.js'", NULL},
    {"import {x} './a.js'", NULL},
    {"import './a", NULL},
    {"import ''", NULL},
    {"import './a\\x2ejs'", NULL},
    {"import {\"x y\" as z} from './a.js'", NULL},
    {"export const {a} = b", NULL},
    {"export", NULL},
    {"export 1", NULL},
    {"import", NULL},
};

T_TEST(statements_are_rewritten)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf got = AT_BUF_INIT(64 * AT_KIB);
        int count = 0;
        bool any;
        T_ROW(rows[i].source);
        T_OK(at_maestro_module_rewrite(at_str(rows[i].source), import, &count,
                                       &got, &any));
        T_EQ_TEXT(at_buf_text(&got),
                  rows[i].want ? rows[i].want : rows[i].source);
        T_EQ_INT(any, rows[i].want != NULL);
        at_buf_deinit(&got);
    }
}

static size_t
lines_of(struct at_str text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++)
        count += text.ptr[i] == '\n';
    return count;
}

// Lines keep their numbers, wherever a text ends.
T_TEST(each_beginning_of_a_text_is_read)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_str whole = at_str(rows[i].source);
        for (size_t len = 0; len <= whole.len; len++) {
            struct at_buf got = AT_BUF_INIT(64 * AT_KIB);
            int count = 0;
            bool any;
            T_ROW(rows[i].source);
            bool ok = at_maestro_module_rewrite(at_str_head(whole, len), import,
                                                &count, &got, &any);
            if (ok)
                T_OK(lines_of(at_buf_str(&got)) >=
                     lines_of(at_str_head(whole, len)));
            at_buf_deinit(&got);
        }
    }
}

T_TEST(a_module_that_is_not_there)
{
    struct at_buf got = AT_BUF_INIT(64 * AT_KIB);
    int count = 0;
    bool any;
    T_NOT(at_maestro_module_rewrite(AT_STR("x; import './c.js'; y"), import,
                                    &count, &got, &any));
    T_EQ_INT(count, 1);
    at_buf_deinit(&got);
}

T_MAIN()
