// clients.c: looked up in the clients' documentation in November 2026
//
// Claude Code: code.claude.com/docs/en/mcp (user scope: .claude.json, which is
//   in $CLAUDE_CONFIG_DIR if that is set) and /skills
// Claude Desktop: modelcontextprotocol.io/docs/develop/connect-local-servers
// Cursor: cursor.com/docs/mcp, cursor.com/docs/context/skills
// VS Code: code.visualstudio.com/docs/agents/reference/mcp-configuration;
//   skills: docs.github.com/en/copilot, "Adding agent skills"
// Windsurf: docs.windsurf.com/windsurf/cascade/mcp and /skills
// Codex: developers.openai.com/codex/mcp and /skills ($HOME/.agents/skills; a
//   project's .codex/config.toml is read if the project is trusted)
// Gemini CLI: geminicli.com/docs/tools/mcp-server and /cli/skills
// Zed: zed.dev/docs/ai/mcp; "args" has no default in its source
//   (crates/context_server)
// JetBrains: jetbrains.com/help/junie, "Model Context Protocol". The AI
//   Assistant keeps its servers in the IDE's own settings and offers to import
//   Claude Desktop's.
#include "setup/clients.h"

#include "base/str.h"

enum {
    CLAUDE,
    CLAUDE_DESKTOP,
    CURSOR,
    VSCODE,
    WINDSURF,
    CODEX,
    GEMINI,
    ZED,
    JETBRAINS,
};

const char *const at_setup_words[AT_SETUP_CLIENTS + 1] = {
    [CLAUDE] = "claude",       [CLAUDE_DESKTOP] = "claude-desktop",
    [CURSOR] = "cursor",       [VSCODE] = "vscode",
    [WINDSURF] = "windsurf",   [CODEX] = "codex",
    [GEMINI] = "gemini",       [ZED] = "zed",
    [JETBRAINS] = "jetbrains",
};

const struct at_setup_client at_setup_clients[AT_SETUP_CLIENTS] = {
    [CLAUDE] =
        {
            .name = "Claude Code",
            .program = "claude",
            .folder = {AT_SETUP_HOME, ".claude", "CLAUDE_CONFIG_DIR", ""},
            .file = {AT_SETUP_HOME, ".claude.json", "CLAUDE_CONFIG_DIR",
                     ".claude.json"},
            .project_file = ".mcp.json",
            .list = "mcpServers",
            .has_type = true,
            .add = "claude mcp add agentest --",
            .next = "start a new session",
            .skills = {AT_SETUP_HOME, ".claude/skills", "CLAUDE_CONFIG_DIR",
                       "skills"},
            .project_skills = ".claude/skills",
        },
    [CLAUDE_DESKTOP] =
        {
            .name = "Claude Desktop",
            .program = "claude-desktop",
            .folder = {AT_SETUP_SETTINGS, "Claude", NULL, NULL},
            .file = {AT_SETUP_SETTINGS, "Claude/claude_desktop_config.json",
                     NULL, NULL},
            .list = "mcpServers",
            .next = "quit it and start it again",
        },
    [CURSOR] =
        {
            .name = "Cursor",
            .program = "cursor",
            .folder = {AT_SETUP_HOME, ".cursor", NULL, NULL},
            .file = {AT_SETUP_HOME, ".cursor/mcp.json", NULL, NULL},
            .project_file = ".cursor/mcp.json",
            .list = "mcpServers",
            .next = "turn the server on in its settings, under MCP",
            .skills = {AT_SETUP_HOME, ".cursor/skills", NULL, NULL},
            .project_skills = ".cursor/skills",
        },
    [VSCODE] =
        {
            .name = "VS Code",
            .program = "code",
            .folder = {AT_SETUP_SETTINGS, "Code", NULL, NULL},
            .file = {AT_SETUP_SETTINGS, "Code/User/mcp.json", NULL, NULL},
            .project_file = ".vscode/mcp.json",
            .list = "servers",
            .has_type = true,
            .next = "start the server by `MCP: List Servers`",
            .skills = {AT_SETUP_HOME, ".copilot/skills", NULL, NULL},
            .project_skills = ".github/skills",
        },
    [WINDSURF] =
        {
            .name = "Windsurf",
            .program = "windsurf",
            .folder = {AT_SETUP_HOME, ".codeium/windsurf", NULL, NULL},
            .file = {AT_SETUP_HOME, ".codeium/windsurf/mcp_config.json", NULL,
                     NULL},
            .list = "mcpServers",
            .next = "refresh the servers in Cascade",
            .skills = {AT_SETUP_HOME, ".codeium/windsurf/skills", NULL, NULL},
            .project_skills = ".windsurf/skills",
        },
    [CODEX] =
        {
            .name = "Codex",
            .program = "codex",
            .folder = {AT_SETUP_HOME, ".codex", "CODEX_HOME", ""},
            .file = {AT_SETUP_HOME, ".codex/config.toml", "CODEX_HOME",
                     "config.toml"},
            .project_file = ".codex/config.toml",
            .is_toml = true,
            .list = "mcp_servers",
            .next = "start a new session",
            .skills = {AT_SETUP_HOME, ".agents/skills", NULL, NULL},
            .project_skills = ".agents/skills",
        },
    [GEMINI] =
        {
            .name = "Gemini CLI",
            .program = "gemini",
            .folder = {AT_SETUP_HOME, ".gemini", NULL, NULL},
            .file = {AT_SETUP_HOME, ".gemini/settings.json", NULL, NULL},
            .project_file = ".gemini/settings.json",
            .list = "mcpServers",
            .next = "start a new session",
            .skills = {AT_SETUP_HOME, ".gemini/skills", NULL, NULL},
            .project_skills = ".gemini/skills",
        },
    [ZED] =
        {
            .name = "Zed",
            .program = "zed",
            .folder = {AT_SETUP_CONFIG, "zed", NULL, NULL},
            .file = {AT_SETUP_CONFIG, "zed/settings.json", NULL, NULL},
            .list = "context_servers",
            .has_all_args = true,
            .next = "nothing, it reads the file again",
        },
    [JETBRAINS] =
        {
            .name = "JetBrains Junie",
            .program = "junie",
            .folder = {AT_SETUP_HOME, ".junie", NULL, NULL},
            .file = {AT_SETUP_HOME, ".junie/mcp/mcp.json", NULL, NULL},
            .project_file = ".junie/mcp/mcp.json",
            .list = "mcpServers",
            .next = "open the project again",
        },
};

const struct at_setup_client *
at_setup_client_find(const char *word)
{
    for (size_t i = 0; i < AT_SETUP_CLIENTS; i++) {
        if (at_str_eq_nocase(at_str(word), at_str(at_setup_words[i])))
            return &at_setup_clients[i];
    }
    return NULL;
}

const char *
at_setup_client_word(const struct at_setup_client *client)
{
    return at_setup_words[client - at_setup_clients];
}
