// migrate_test.c: what of a flow runs otherwise here than in Maestro
#include "maestro/migrate/remarks.h"

#include "base/limits.h"
#include "maestro/migrate/script_uses.h"
#include "sys/file.h"
#include "tests/t.h"
#include "tests/unit/maestro/from_memory.h"

// Append "file:line:column name: subject" for each remark, and the verdicts of
// all flows, one letter each.
static void
judge(const struct memory_file *files, struct at_buf *out)
{
    const struct at_maestro_files source = files_in_memory(files);
    struct at_maestro_workspace ws;
    struct at_maestro_problems problems = {0};
    struct at_maestro_remarks remarks = {0};
    at_maestro_workspace_init(&ws, &source, NULL);
    for (const struct memory_file *file = files; file->path; file++) {
        const struct at_maestro_flow *flow;
        if (!at_str_ends(at_str(file->path), AT_STR(".yaml")))
            continue;
        T_OK(at_maestro_read(&ws, file->path, &flow, &problems));
        enum at_maestro_effect effect = at_maestro_remarks_add(&remarks, flow);
        at_buf_add_text(out, at_maestro_effect_names[effect]);
        at_buf_add_char(out, '\n');
    }
    at_maestro_remarks_finish(&remarks);
    for (size_t i = 0; i < remarks.count; i++) {
        const struct at_maestro_remark *remark = &remarks.rows[i];
        at_buf_add_fmt(out, "%s:%u:%u %s: %.*s\n", remark->place.file,
                       remark->place.line, remark->place.column,
                       remark->difference->name, AT_STR_ARG(remark->subject));
    }
    if (remarks.needs_engine)
        at_buf_add_text(out, "engine\n");
    at_maestro_remarks_deinit(&remarks);
    at_maestro_problems_deinit(&problems);
    at_maestro_workspace_deinit(&ws);
}

// A flow, what stands in s.js, and what is remarked.
static const struct {
    const char *flow;
    const char *script;
    const char *remarks;
} rows[] = {
    {"appId: a\n---\n- tapOn: Go (1)\n- hideKeyboard\n", "", "same\n"},
    {"appId: a\n---\n- tapOn: ${NAME}\n- inputText: ${ maestro.copiedText }\n",
     "", "same\n"},
    {"appId: a\n---\n- tapOn: ${NAME || 'x'}\n", "", "same\nengine\n"},
    // Every text in which ${} is filled in counts, and no other.
    {"appId: a\n---\n- assertLog: {contains: \"${a()}\"}\n", "",
     "differs\na.yaml:3:3 ours: assertLog\nengine\n"},
    {"appId: a\n---\n- assertLog: {level: \"${a()}\"}\n", "",
     "differs\na.yaml:3:3 ours: assertLog\nengine\n"},
    {"appId: a\n---\n- assertRequest: {url: \"${a()}\"}\n", "",
     "differs\na.yaml:3:3 ours: assertRequest\nengine\n"},
    {"appId: a\n---\n- network: {speed: \"${a()}\"}\n", "",
     "differs\na.yaml:3:3 ours: network\nengine\n"},
    {"appId: a\n---\n- runFlow: {device: \"${a()}\", commands: []}\n", "",
     "differs\na.yaml:3:3 ours: device\nengine\n"},
    {"appId: a\n---\n- drag: {from: x, to: {point: \"${a()}\"}}\n", "",
     "differs\na.yaml:3:3 ours: drag\nengine\n"},
    {"appId: a\n---\n- drag: {from: \"${a()}\", to: {id: \"\\\\b{g}\"}}\n", "",
     "fails\na.yaml:3:3 ours: drag\na.yaml:3:30 pattern: \\b{g}\nengine\n"},
    {"appId: a\n---\n- assertScreenshot: {path: p, ignore: [\"${a()}\"]}\n", "",
     "differs\na.yaml:3:3 ours: ignore\nengine\n"},
    {"appId: a\n---\n- assertScreenshot: {path: p, ignoreRegions: "
     "[\"0,0,${a()},1\"]}\n",
     "", "differs\na.yaml:3:3 ours: ignoreRegions\nengine\n"},
    {"appId: a\n---\n- tapOn: {css: \"${a()}\"}\n", "", "same\nengine\n"},
    {"appId: a\n---\n- repeat:\n    while: {true: \"${a()}\"}\n"
     "    commands: []\n",
     "", "same\nengine\n"},
    {"appId: a\n---\n- launchApp: {arguments: {\"${a()}\": 1}}\n", "",
     "same\nengine\n"},
    {"appId: a\n---\n- tapOn: {text: x, point: \"${a()}\"}\n", "", "same\n"},
    {"url: https://a.b\n---\n- launchApp\n", "",
     "fails\na.yaml:1:1 web: https://a.b\n"},
    {"appId: a\nandroidWebViewHierarchy: devtools\n---\n- back\n", "",
     "same\n"},
    {"appId: a\n---\n- assertVisible:\n    below: '\\b{g}x'\n", "",
     "fails\na.yaml:4:12 pattern: \\b{g}x\n"},
    {"appId: a\n---\n- assertWithAI: nice\n", "",
     "differs\na.yaml:3:3 model: assertWithAI\n"},
    {"appId: a\n---\n- assertNoCrash\n- runFlow:\n    commands:\n      - back\n"
     "    onError:\n      - back\n",
     "", "differs\na.yaml:3:3 ours: assertNoCrash\na.yaml:4:3 ours: onError\n"},
    {"appId: a\nonFlowFailure:\n  - back\n---\n- back\n", "",
     "differs\na.yaml:1:1 ours: onFlowFailure\n"},
    {"appId: a\n---\n- evalScript: ${setTimeout(f, 5)}\n", "",
     "differs\na.yaml:3:3 timer: setTimeout\nengine\n"},
    {"appId: a\n---\n- runScript: s.js\n",
     "// setTimeout\n/* faker.cat() */ x.setTimeout();\n 'setTimeout'\n",
     "same\nengine\n"},
    {"appId: a\n---\n- runScript: s.js\n- runScript: s.js\n",
     "a()\nconst t = setInterval(f);\n",
     "differs\ns.js:2:11 timer: setInterval\nengine\n"},
    {"appId: a\n---\n- runScript: s.js\n",
     "faker.name().firstName() + faker . numerify('#') + faker.lorem();\n"
     "faker.cat().name(); faker.name().nope()\n",
     "fails\ns.js:2:1 faker: faker.cat()\ns.js:2:21 faker: "
     "faker.name().nope\nengine\n"},
    {"appId: a\n---\n- runScript: s.js\n",
     "faker.expression('#{Name.first_name} #{Beer.style}')\n",
     "fails\ns.js:1:38 faker: #{Beer.style\nengine\n"},
    {"appId: a\n---\n- runScript: s.js\n",
     "http.get(\"http://localhost:80/a\")\n",
     "fails\ns.js:1:11 local: http://localhost:80\nengine\n"},
    {"appId: a\nenv:\n  API: http://127.0.0.1:8\n---\n- runScript: s.js\n",
     "http.get(API)\n",
     "fails\na.yaml:3:3 local: http://127.0.0.1:8\nengine\n"},
    {"appId: a\nenv:\n  API: http://127.0.0.1:8\n---\n- inputText: ${API}\n",
     "", "same\n"},
};

T_TEST(remark_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        const struct memory_file files[] = {
            {"a.yaml", rows[i].flow}, {"s.js", rows[i].script}, {0}};
        struct at_buf got = AT_BUF_INIT(64 * AT_KIB);
        T_ROW(rows[i].flow);
        judge(files, &got);
        T_EQ_TEXT(at_buf_text(&got), rows[i].remarks);
        at_buf_deinit(&got);
    }
}

T_TEST(a_module_has_places_of_its_own)
{
    const struct memory_file files[] = {
        {"a.yaml", "appId: a\n---\n- runScript: s.js\n"},
        {"s.js", "import './m.js';\nsetTimeout(f);\n"},
        {"m.js", "setInterval(g);\nimport './n.js';\n\n setTimeout(g);\n"},
        {"n.js", "a();\nsetTimeout(a);\n"},
        {0},
    };
    struct at_buf got = AT_BUF_INIT(64 * AT_KIB);
    judge(files, &got);
    T_EQ_TEXT(at_buf_text(&got),
              "differs\nm.js:1:1 timer: setInterval\nm.js:4:2 timer: "
              "setTimeout\nn.js:2:1 timer: setTimeout\n"
              "s.js:2:1 timer: setTimeout\nengine\n");
    at_buf_deinit(&got);
}

T_TEST(a_flow_is_as_bad_as_what_it_runs)
{
    const struct memory_file files[] = {
        {"a.yaml", "appId: a\n---\n- runFlow: b.yaml\n"},
        {"b.yaml", "appId: a\n---\n- runFlow: c.yaml\n"},
        {"c.yaml", "appId: a\n---\n- assertNoDefectsWithAI\n"},
        {"d.yaml", "appId: a\n---\n- repeat:\n    times: 2\n    commands:\n"
                   "      - runFlow: c.yaml\n"},
        {0},
    };
    struct at_buf got = AT_BUF_INIT(64 * AT_KIB);
    judge(files, &got);
    T_EQ_TEXT(at_buf_text(&got), "differs\ndiffers\ndiffers\ndiffers\n"
                                 "c.yaml:3:3 model: assertNoDefectsWithAI\n");
    at_buf_deinit(&got);
}

// Take the name at the beginning of a line of faker.js; empty: none.
static struct at_str
name_in(struct at_str line, size_t indent)
{
    struct at_str name = at_str_skip(line, indent);
    size_t len = 0;
    for (size_t i = 0; i < indent; i++) {
        if (i >= line.len || line.ptr[i] != ' ')
            return AT_STR("");
    }
    while (len < name.len && ((name.ptr[len] | 32) >= 'a') &&
           ((name.ptr[len] | 32) <= 'z'))
        len++;
    bool is_row = len > 0 && len < name.len &&
                  (name.ptr[len] == ':' || name.ptr[len] == ',' ||
                   (name.ptr[len] >= '0' && name.ptr[len] <= '9'));
    while (is_row && name.ptr[len] != ':' && name.ptr[len] != ',')
        len++;
    return is_row ? at_str_head(name, len) : AT_STR("");
}

T_TEST(the_names_of_faker_are_known)
{
    struct at_buf page = AT_BUF_INIT(AT_MIB);
    struct at_err err = AT_ERR_INIT;
    struct at_str group = AT_STR("");
    size_t members = 0;
    T_OK(at_file_read("src/maestro/script/faker.js", &page, &err));
    struct at_str rest = at_buf_str(&page);
    rest = at_str_skip(rest, (size_t)at_str_find(rest, AT_STR("rows = {")));
    rest = at_str_head(rest, (size_t)at_str_find(rest, AT_STR("\n    };")));
    for (struct at_str line; at_str_next_line(&rest, &line);) {
        struct at_str outer = name_in(line, 8);
        struct at_str inner = name_in(line, 12);
        if (outer.len > 0) {
            group = outer;
            T_OK(at_maestro_faker_has(group, AT_STR("")));
        } else if (inner.len > 0) {
            members++;
            T_OK(at_maestro_faker_has(group, inner));
        }
    }
    T_OK(members > 60);
    T_NOT(at_maestro_faker_has(AT_STR("cat"), AT_STR("")));
    at_buf_deinit(&page);
}

T_MAIN()
