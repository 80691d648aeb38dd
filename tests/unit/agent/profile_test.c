// profile_test.c: rows of models, with variables over them
#include "agent/models/profile.h"
#include "agent/models/profile_url.h"

#include "agent/models/providers/provider.h"
#include "tests/t.h"

// "NAME=value" lines, up to NULL.
static const char *
variable(void *user, const char *name)
{
    const char *const *lines = user;
    size_t len = strlen(name);
    for (; lines && *lines; lines++) {
        if (strncmp(*lines, name, len) == 0 && (*lines)[len] == '=')
            return *lines + len + 1;
    }
    return NULL;
}

static const struct {
    const char *id;
    const char *lines[4];
    const char *base_url;
    const char *model;
    const char *key;
    const char *from;
} rows[] = {
    {"Opus47", {0}, "https://api.anthropic.com", "claude-opus-4-7", "", NULL},
    {"Opus47",
     {"CLAUDE_API_KEY=a", "ANTHROPIC_API_KEY=b"},
     "https://api.anthropic.com",
     "claude-opus-4-7",
     "a",
     "CLAUDE_API_KEY"},
    {"Opus47",
     {"CLAUDE_API_KEY= ", "ANTHROPIC_API_KEY= b\n"},
     "https://api.anthropic.com",
     "claude-opus-4-7",
     "b",
     "ANTHROPIC_API_KEY"},
    {"Opus47",
     {"OPUS47_MODEL=x", "ANTHROPIC_BASE_URL=https://h/a/v1/"},
     "https://h/a",
     "x",
     "",
     NULL},
    {"DeepSeekV4Flash",
     {"DEEP_SEEK_KEY=a", "DEEPSEEK_API_KEY=b", "DEEPSEEKV4FLASH_MODEL=y"},
     "https://api.deepseek.com",
     "y",
     "a",
     "DEEP_SEEK_KEY"},
    {"Gemini3Pro",
     {"GEMINI_API_KEY=a", "GOOGLE_API_KEY=b",
      "GOOGLE_GEMINI_BASE_URL=https://g/v1beta"},
     "https://g",
     "gemini-3.1-pro-preview",
     "b",
     "GOOGLE_API_KEY"},
    {"GPT52Pro",
     {"OPEN_ROUTER=a", "OPENROUTER_BASE_URL=https://o/v1//"},
     "https://o/v1",
     "openai/gpt-5.2-pro",
     "a",
     "OPEN_ROUTER"},
    {"GPT61Sol",
     {"OPENAI_API_KEY=a", "OPENAI_BASE_URL=https://o/v1"},
     "https://o/v1",
     "gpt-6.1-sol",
     "a",
     "OPENAI_API_KEY"},
    {"QWEN36B", {0}, "http://127.0.0.1:11434", "qwen3:0.6b", "", NULL},
    {"Llama4",
     {"OLLAMA_HOST=0.0.0.0"},
     "http://127.0.0.1:11434",
     "llama3-groq-tool-use:8b",
     "",
     NULL},
    {"Llama4",
     {"OLLAMA_HOST=0.0.0.0:9"},
     "http://127.0.0.1:9",
     "llama3-groq-tool-use:8b",
     "",
     NULL},
    {"Grok8BExecutor",
     {"OLLAMA_HOST=:9"},
     "http://127.0.0.1:9",
     "llama3-groq-tool-use:8b",
     "",
     NULL},
    {"Ollama",
     {"OLLAMA_HOST=box", "OLLAMA_MODEL=z"},
     "http://box:11434",
     "z",
     "",
     NULL},
    {"Ollama",
     {"OLLAMA_HOST=[::1]"},
     "http://[::1]:11434",
     "qwen3:8b",
     "",
     NULL},
    {"Ollama",
     {"OLLAMA_HOST=https://ollama.com/", "OLLAMA_API_KEY=k"},
     "https://ollama.com",
     "qwen3:8b",
     "k",
     "OLLAMA_API_KEY"},
};

T_TEST(variables_replace_what_the_row_says)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_profile profile;
        T_ROW(rows[i].id);
        T_OK(at_profile_init(&profile, at_str(rows[i].id), variable,
                             (void *)(uintptr_t)rows[i].lines, NULL));
        T_EQ_TEXT(profile.base_url, rows[i].base_url);
        T_EQ_TEXT(profile.model, rows[i].model);
        T_EQ_TEXT(profile.key, rows[i].key);
        T_EQ_TEXT(profile.key_from, rows[i].from);
        T_OK(profile.stream);
        at_profile_deinit(&profile);
        at_profile_deinit(&profile);
    }
}

T_TEST(an_unknown_id_is_refused_with_the_valid_ones)
{
    struct at_profile profile;
    struct at_err err = AT_ERR_INIT;
    T_NOT(at_profile_init(&profile, AT_STR("opus47"), variable, NULL, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_HAS(err.msg, "Unknown executorInfoId: opus47");
    T_HAS(err.msg, "Opus47, DeepSeekV4Flash, Gemini3Pro, GPT52Pro, QWEN36B, "
                   "Llama4, Grok8BExecutor");
    at_profile_deinit(&profile);
}

static const struct {
    const char *id;
    const char *lines[4];
    bool allow_http;
    const char *error; // a part of it; NULL: none
} checks[] = {
    {"Opus47", {"CLAUDE_API_KEY=a"}, false, NULL},
    {"Opus47",
     {0},
     false,
     "set CLAUDE_API_KEY or ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN in the "},
    {"GPT61Sol", {0}, false, "set OPENAI_API_KEY in the environment"},
    {"Opus47", {"CLAUDE_API_KEY=a b"}, false, "the key in CLAUDE_API_KEY"},
    {"Opus47", {"CLAUDE_API_KEY=a\r\nx: y"}, false, "no key has"},
    {"Ollama", {0}, false, NULL},
    {"Ollama", {"OLLAMA_HOST=localhost"}, false, NULL},
    {"Ollama", {"OLLAMA_HOST=LOCALHOST:9"}, false, NULL},
    {"Ollama", {"OLLAMA_HOST=127.1.2.3"}, false, NULL},
    {"Ollama", {"OLLAMA_HOST=[::1]"}, false, NULL},
    {"Ollama", {"OLLAMA_HOST=box"}, false, "AGENTEST_ALLOW_HTTP_MODELS"},
    {"Ollama", {"OLLAMA_HOST=box"}, true, NULL},
    {"Ollama", {"OLLAMA_HOST=https://box"}, false, NULL},
    {"Ollama", {"OLLAMA_HOST=127.0.0.1.evil.com"}, false, "evil.com"},
    {"Ollama", {"OLLAMA_HOST=localhost.evil.com"}, false, "evil.com"},
    {"Ollama", {"OLLAMA_HOST=http://localhost@evil.com"}, true, "not an http"},
    {"Ollama",
     {"OLLAMA_HOST=http://localhost:1@evil.com"},
     true,
     "not an http"},
    {"Ollama", {"OLLAMA_HOST=http://evil.com#@localhost"}, false, "evil.com"},
    {"Ollama", {"OLLAMA_HOST=ftp://box"}, true, "not an http"},
    {"Ollama", {"OLLAMA_HOST=https://"}, true, "not an http"},
};

T_TEST(a_key_that_is_missing_and_an_open_address_are_refused)
{
    for (size_t i = 0; i < T_LEN(checks); i++) {
        struct at_profile profile;
        struct at_err err = AT_ERR_INIT;
        T_ROW(checks[i].lines[0] ? checks[i].lines[0] : checks[i].id);
        T_OK(at_profile_init(&profile, at_str(checks[i].id), variable,
                             (void *)(uintptr_t)checks[i].lines, NULL));
        profile.allow_http = checks[i].allow_http;
        bool ok = at_profile_check(&profile, &err);
        T_EQ_INT(ok, checks[i].error == NULL);
        if (checks[i].error)
            T_HAS(err.msg, checks[i].error);
        at_profile_deinit(&profile);
    }
}

static const char *
no_variable(void *user, const char *name)
{
    (void)user, (void)name;
    return NULL;
}

static const struct {
    const char *id;
    const char *typed;
    const char *words; // NULL: it is an address
} typed[] = {
    {"Opus47", "https://gw.example", NULL},
    {"Opus47", "https://gw.example:8443/v1/messages", NULL},
    {"Opus47", "http://127.0.0.1:8080", NULL},
    {"Opus47", "http://[::1]:8080", NULL},
    {"Opus47", "HTTPS://Gw.Example", NULL},
    {"Ollama", "127.0.0.1:11434", NULL},
    {"Opus47", "htp://x", "'htp://x' is not an address"},
    {"Opus47", "x", "'x' is not an address"},
    {"Opus47", "gw.example", "is not an address"},
    {"Opus47", "https://", "is not an address"},
    {"Opus47", "https:///path", "is not an address"},
    {"Opus47", "https://ex ample", "is not an address"},
    {"Opus47", "https://-x", "is not an address"},
    {"Opus47", "https://a..b", "is not an address"},
    {"Opus47", "https://h:99999", "is not an address"},
    {"Opus47", "https://h:0", "is not an address"},
    {"Opus47", "https://h:port", "is not an address"},
    {"Opus47", "https://h/a b", "is not an address"},
    {"Opus47", "https://user@h", "is not an address"},
    {"Opus47", "javascript:alert(1)", "is not an address"},
    {"Opus47", "file:///etc/passwd", "is not an address"},
    {"Opus47", "http://example.org", "http is for this machine only"},
    {"Ollama", "http://box.example:11434", "http is for this machine only"},
};

T_TEST(a_typed_address_is_possible_or_its_fault_is_named)
{
    for (size_t i = 0; i < T_LEN(typed); i++) {
        struct at_profile profile;
        struct at_err err = AT_ERR_INIT;
        json_t *stored = json_pack("{s:s}", "baseUrl", typed[i].typed);
        const struct at_profile_sources sources = {
            .variable = no_variable,
            .stored = stored,
        };
        T_ROW(typed[i].typed);
        T_OK(at_profile_open(&profile, at_str(typed[i].id), &sources, NULL));
        T_EQ_INT(at_profile_url_check_typed(&profile, &err), !typed[i].words);
        T_HAS(err.msg, typed[i].words ? typed[i].words : "");
        at_profile_deinit(&profile);
        json_decref(stored);
    }
}

T_TEST(each_row_is_of_a_vendor)
{
    for (size_t i = 0; i < at_profile_row_count; i++)
        T_OK(at_vendor_find(at_str(at_profile_rows[i].vendor)) != NULL);
    for (size_t i = 0; i < at_vendor_count; i++) {
        const struct at_profile_row *first = at_vendor_row(&at_vendors[i]);
        for (size_t k = 0; k < at_profile_row_count; k++) {
            const struct at_profile_row *row = &at_profile_rows[k];
            if (strcmp(row->vendor, at_vendors[i].id) != 0)
                continue;
            T_EQ_TEXT(row->base_url, first->base_url);
            T_EQ_TEXT(row->key_variables, first->key_variables);
        }
    }
}

T_TEST(streams_can_be_switched_off)
{
    const char *lines[] = {"AGENTEST_MODEL_STREAM=0", NULL};
    struct at_profile profile;
    T_OK(at_profile_init(&profile, AT_STR("Opus47"), variable, lines, NULL));
    T_NOT(profile.stream);
    at_profile_deinit(&profile);
}

T_TEST(each_row_is_whole_and_its_id_is_its_own)
{
    for (size_t i = 0; i < at_profile_row_count; i++) {
        const struct at_profile_row *row = &at_profile_rows[i];
        T_ROW(row->id);
        T_OK(at_profile_row_find(at_str(row->id)) == row);
        T_OK(at_provider_find(at_str(row->provider)));
        T_OK(row->title && row->model && row->base_variables);
        T_OK(row->key_variables);
        T_OK(row->context_tokens > row->max_out_tokens);
        T_OK(row->max_out_tokens > 0);
        T_NOT(at_str_ends(at_str(row->base_url), AT_STR("/")));
    }
}

T_MAIN()
