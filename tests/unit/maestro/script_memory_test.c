// script_memory_test.c: a script that takes too much memory ends, and nothing
// else does
#include "maestro/script/script.h"
#include "sys/proc.h"
#include "tests/t.h"
#include "tests/unit/maestro/script_rig.h"

static const struct {
    const char *name;
    const char *script;
} rows[] = {
    {"memory by arrays",
     "const a = []; for (;;) a.push(new Array(100000).fill(1.5))"},
    {"memory by texts",
     "let a = []; for (let i = 0;; i++) a.push(('x' + i).repeat(1e6) + i)"},
    {"memory by buffers",
     "const a = []; for (;;) a.push(new Uint8Array(1e7).fill(1))"},
};

T_TEST(memory_is_limited)
{
    struct script_rig rig;
    const struct at_maestro_script_opts opts = {.max_ms = 20000};
    script_rig_init(&rig, &opts);
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].name);
        script_rig_engine(&rig, "1");
        long pid = at_maestro_script_pid(rig.script);
        T_HAS(script_rig_engine(&rig, rows[i].script),
              "more than 256 MiB of memory");
        T_EQ_INT(rig.err.code, AT_ELIMIT);
        T_NOT(at_proc_is_alive(pid));
    }
    T_EQ_TEXT(script_rig_engine(&rig, "1 + 1"), "2");
    script_rig_deinit(&rig);
}

T_MAIN()
