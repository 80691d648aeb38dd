// print_config.c: one text for each client
#include "programs/print_config.h"

#include <string.h>

#include "base/shell_quote.h"
#include "wire/json.h"

const char *const at_config_clients[] = {"claude",   "cursor", "vscode",
                                         "windsurf", "codex",  NULL};

// '@' in text stands for the quoted path of the program.
static const struct {
    const char *client;
    bool shell; // a command, not a file
    const char *where;
    const char *text;
} configs[] = {
    {"claude", true,
     "Run this in the folder of your project (add `--scope user` for all "
     "projects):",
     "claude mcp add agentest -- @\n"},
    {"cursor", false,
     "Put this into ~/.cursor/mcp.json, or .cursor/mcp.json of your project:",
     "{\n  \"mcpServers\": {\n    \"agentest\": {\n      \"command\": @\n"
     "    }\n  }\n}\n"},
    {"vscode", false, "Put this into .vscode/mcp.json of your project:",
     "{\n  \"servers\": {\n    \"agentest\": {\n      \"type\": \"stdio\",\n"
     "      \"command\": @\n    }\n  }\n}\n"},
    {"windsurf", false, "Put this into ~/.codeium/windsurf/mcp_config.json:",
     "{\n  \"mcpServers\": {\n    \"agentest\": {\n      \"command\": @\n"
     "    }\n  }\n}\n"},
    {"codex", false, "Add this to ~/.codex/config.toml:",
     "[mcp_servers.agentest]\ncommand = @\n"},
};

static void
quote(bool shell, const char *program, struct at_buf *out)
{
    if (shell) {
        if (!at_quote(out, at_str(program), NULL))
            at_buf_add_text(out, program);
        return;
    }
    json_t *text = at_json_text(at_str(program));
    at_json_write(text, out);
    json_decref(text);
}

void
at_config_write(const char *client, const char *program, struct at_buf *out,
                struct at_buf *out_where)
{
    for (size_t i = 0; i < AT_LEN(configs); i++) {
        if (strcmp(configs[i].client, client) != 0)
            continue;
        struct at_str rest = at_str(configs[i].text);
        struct at_str part;
        (void)at_str_next(&rest, '@', &part);
        at_buf_add_str(out, part);
        quote(configs[i].shell, program, out);
        at_buf_add_str(out, rest);
        at_buf_add_text(out_where, configs[i].where);
    }
}
