// profile_custom_test.c: profiles of users, by variables and through the server
#include "agent/models/profile_custom.h"

#include "agent/models/providers/provider.h"
#include "base/alloc.h"
#include "tests/t.h"
#include "wire/json.h"

// "NAME=value" lines, up to NULL, as an environment that lists its names.
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

static void
variables(void *user, void (*each)(void *context, struct at_str name),
          void *context)
{
    for (const char *const *lines = user; lines && *lines; lines++)
        each(context, at_str_n(*lines, (size_t)(strchr(*lines, '=') - *lines)));
}

static bool
open_profile(const char *id, const char *const *lines, const char *stored,
             struct at_profile *out, struct at_err *err)
{
    json_t *json = stored ? at_json_parse(at_str(stored), NULL) : NULL;
    const struct at_profile_sources sources = {
        .variable = variable,
        .variables = variables,
        .user = (void *)(uintptr_t)lines,
        .stored = json,
    };
    bool ok = at_profile_open(out, at_str(id), &sources, err);
    json_decref(json);
    return ok;
}

// The profile as a text: format, address, model, key, limits, prices, headers.
static void
show(const struct at_profile *profile, struct at_buf *out)
{
    const struct at_profile_row *row = profile->row;
    at_buf_add_fmt(out, "%s %s %s key=%s %lld/%lld", row->provider,
                   profile->base_url, profile->model, profile->key,
                   (long long)row->context_tokens,
                   (long long)row->max_out_tokens);
    if (row->prices.known)
        at_buf_add_fmt(out, " $%g/%g", row->prices.in, row->prices.out);
    if (row->prices.known && row->prices.cached >= 0)
        at_buf_add_fmt(out, " cached=%g", row->prices.cached);
    for (size_t i = 0; i < profile->headers.count; i++)
        at_buf_add_fmt(out, " [%s]", profile->headers.words[i]);
    if (profile->ca_file)
        at_buf_add_fmt(out, " ca=%s", profile->ca_file);
}

static const struct {
    const char *name;
    const char *id;
    const char *lines[8];
    const char *stored;
    const char *want;  // NULL: it cannot be opened
    const char *error; // a part of the error of opening or checking; NULL: no
                       // error
} rows[] = {
    {.name = "the least",
     .id = "GW",
     .lines = {"PROFILE_GW_BASE_URL=https://gw.example/v1",
               "PROFILE_GW_MODEL=m"},
     .want = "openai https://gw.example/v1 m key= 32768/4096"},
    {.name = "everything",
     .id = "my-gw",
     .lines = {"PROFILE_MY_GW_FORMAT=anthropic",
               "PROFILE_MY_GW_BASE_URL=https://gw.example",
               "PROFILE_MY_GW_MODEL=m", "PROFILE_MY_GW_API_KEY=k",
               "PROFILE_MY_GW_CONTEXT_TOKENS=65536",
               "PROFILE_MY_GW_MAX_OUTPUT_TOKENS=1000",
               "PROFILE_MY_GW_HEADERS=X-A: b; X-C: d:e"},
     .want = "anthropic https://gw.example m key=k 65536/1000 [X-A: b] "
             "[X-C: d:e]"},
    {.name = "prices",
     .id = "GW",
     .lines = {"PROFILE_GW_BASE_URL=https://gw.example", "PROFILE_GW_MODEL=m",
               "PROFILE_GW_INPUT_PRICE=0.25", "PROFILE_GW_OUTPUT_PRICE=$1.5",
               "PROFILE_GW_CACHED_INPUT_PRICE=0"},
     .want = "openai https://gw.example m key= 32768/4096 $0.25/1.5 cached=0"},
    {.name = "what people write instead",
     .id = "gw",
     .lines = {"PROFILE_GW_URL=https://gw.example", "PROFILE_GW_MODEL_NAME=m",
               "PROFILE_GW_APIKEY=k", "PROFILE_GW_CONTEXT=64k",
               "PROFILE_GW_MAX_TOKENS=2_000", "PROFILE_GW_PROVIDER=vLLM",
               "PROFILE_GW_CA_BUNDLE=/c.pem"},
     .want = "openai https://gw.example m key=k 65536/2000 ca=/c.pem"},
    {.name = "an address copied from a request",
     .id = "GW",
     .lines = {"PROFILE_GW_BASE_URL=https://gw.example/v1/chat/completions/",
               "PROFILE_GW_MODEL=m"},
     .want = "openai https://gw.example/v1 m key= 32768/4096"},
    {.name = "the vendor's address has the vendor's key",
     .id = "cheap",
     .lines = {"PROFILE_CHEAP_FORMAT=claude", "PROFILE_CHEAP_MODEL=m",
               "CLAUDE_API_KEY=vendor"},
     .want = "anthropic https://api.anthropic.com m key=vendor "
             "1000000/16384"},
    {.name = "no other address has it",
     .id = "cheap",
     .lines = {"PROFILE_CHEAP_FORMAT=claude", "PROFILE_CHEAP_MODEL=m",
               "PROFILE_CHEAP_BASE_URL=https://x", "CLAUDE_API_KEY=vendor"},
     .want = "anthropic https://x m key= 1000000/16384"},
    {.name = "a vendor's address without a key",
     .id = "cheap",
     .lines = {"PROFILE_CHEAP_FORMAT=claude", "PROFILE_CHEAP_MODEL=m"},
     .want = "anthropic https://api.anthropic.com m key= 1000000/16384",
     .error = "set PROFILE_CHEAP_API_KEY or CLAUDE_API_KEY"},
    {.name = "a model's known price follows it",
     .id = "Opus47",
     .lines = {"OPUS47_MODEL=claude-sonnet-5-5", "CLAUDE_API_KEY=k"},
     .want = "anthropic https://api.anthropic.com claude-sonnet-5-5 key=k "
             "1000000/16384 $2/10 cached=0.1"},
    {.name = "a changed model does not keep the price",
     .id = "Opus47",
     .lines = {"OPUS47_MODEL=claude-opus-9", "CLAUDE_API_KEY=k"},
     .want = "anthropic https://api.anthropic.com claude-opus-9 key=k "
             "1000000/16384"},
    {.name = "unless it is stated",
     .id = "Opus47",
     .lines = {"OPUS47_MODEL=claude-opus-9", "OPUS_47_INPUT_PRICE=1",
               "OPUS47_OUTPUT_PRICE=2", "CLAUDE_API_KEY=k"},
     .want = "anthropic https://api.anthropic.com claude-opus-9 key=k "
             "1000000/16384 $1/2"},
    {.name = "both spellings of a row",
     .id = "LocalOpenAI",
     .lines = {"LOCAL_OPENAI_MODEL=qwen", "LOCAL_OPENAI_CONTEXT_TOKENS=16384",
               "LOCAL_OPENAI_BASE_URL=http://127.0.0.1:8000/v1"},
     .want = "openai http://127.0.0.1:8000/v1 qwen key= 16384/4096"},
    {.name = "the other spelling",
     .id = "LocalOpenAI",
     .lines = {"LOCALOPENAI_MODEL=qwen"},
     .want = "openai http://127.0.0.1:1234/v1 qwen key= 32768/4096"},
    {.name = "one's own machine is free",
     .id = "Ollama",
     .lines = {"OLLAMA_MODEL=x"},
     .want = "ollama http://127.0.0.1:11434 x key= 32768/4096 $0/0 cached=0"},
    {.name = "another's is not",
     .id = "Ollama",
     .lines = {"OLLAMA_API_KEY=k", "OLLAMA_HOST=https://ollama.com"},
     .want = "ollama https://ollama.com qwen3:8b key=k 32768/4096"},
    {.name = "a local server that is said to be free",
     .id = "LocalOpenAI",
     .lines = {"LOCAL_OPENAI_QUIRKS=free, -no-tool-choice"},
     .want = "openai http://127.0.0.1:1234/v1 local-model key= 32768/4096 "
             "$0/0 cached=0"},
    {.name = "through the server",
     .id = "Team",
     .stored = "{\"format\":\"openai\",\"baseUrl\":\"https://t/v1\",\"model\":"
               "\"m\",\"key\":\"k\",\"contextTokens\":9000,\"prices\":{"
               "\"input\":1,\"output\":4},\"headers\":{\"X-T\":\"v\"}}",
     .want = "openai https://t/v1 m key=k 9000/2250 $1/4 [X-T: v]"},
    {.name = "the server's address gets no secret of the environment",
     .id = "GW",
     .lines = {"PROFILE_GW_BASE_URL=https://gw.example", "PROFILE_GW_MODEL=m",
               "PROFILE_GW_API_KEY=k", "PROFILE_GW_HEADERS=X-Key: secret"},
     .stored = "{\"baseUrl\":\"https://other\"}",
     .want = "openai https://other m key= 32768/4096"},
    {.name = "no model",
     .id = "GW",
     .lines = {"PROFILE_GW_BASE_URL=https://gw.example"},
     .want = "openai https://gw.example  key= 32768/4096",
     .error = "PROFILE_GW_MODEL"},
    {.name = "no such format",
     .id = "GW",
     .lines = {"PROFILE_GW_FORMAT=soap", "PROFILE_GW_MODEL=m"},
     .error = "PROFILE_GW_FORMAT: 'soap' is not a format: use openai"},
    {.name = "a price that is none",
     .id = "GW",
     .lines = {"PROFILE_GW_INPUT_PRICE=cheap", "PROFILE_GW_MODEL=m"},
     .error = "PROFILE_GW_INPUT_PRICE: a price is a number"},
    {.name = "half of the prices",
     .id = "GW",
     .lines = {"PROFILE_GW_INPUT_PRICE=1", "PROFILE_GW_MODEL=m"},
     .error = "the price of output is missing"},
    {.name = "a misspelt setting",
     .id = "GW",
     .lines = {"PROFILE_GW_MODEL=m", "PROFILE_GW_PRISE=1"},
     .error = "PROFILE_GW_PRISE is not a setting of a profile"},
    {.name = "a header of the program's own",
     .id = "GW",
     .lines = {"PROFILE_GW_MODEL=m", "PROFILE_GW_HEADERS=Host: x"},
     .error = "the header 'Host' cannot be sent"},
    {.name = "a line break in a header",
     .id = "GW",
     .stored = "{\"model\":\"m\",\"headers\":{\"X-A\":\"b\\r\\nX-B: c\"}}",
     .error = "the header 'X-A' cannot be sent"},
    {.name = "a quirk that is none",
     .id = "GW",
     .stored = "{\"model\":\"m\",\"quirks\":[\"fast\"]}",
     .error = "'quirks': 'fast' is not a quirk; valid are no-temperature"},
    {.name = "a member that is none",
     .id = "GW",
     .stored = "{\"model\":\"m\",\"price\":{\"input\":1}}",
     .error = "a profile has no 'price'; valid are format, title, baseUrl"},
    {.name = "a member of prices that is none",
     .id = "GW",
     .stored = "{\"model\":\"m\",\"prices\":{\"in\":1}}",
     .error = "a profile has no 'prices.in'; valid are"},
    {.name = "a context of nothing",
     .id = "GW",
     .stored = "{\"model\":\"m\",\"contextTokens\":0}",
     .error = "'contextTokens': a number of tokens from 1"},
    {.name = "nothing of it",
     .id = "GW",
     .lines = {"PROFILE_OTHER_MODEL=m"},
     .error = "Unknown executorInfoId: GW"},
};

T_TEST(both_forms_mean_the_same)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_profile profile;
        struct at_err err = AT_ERR_INIT;
        struct at_buf text = AT_BUF_INIT(10000);
        T_ROW(rows[i].name);
        bool ok = open_profile(rows[i].id, rows[i].lines, rows[i].stored,
                               &profile, &err);
        T_EQ_INT(ok, rows[i].want != NULL);
        if (ok) {
            show(&profile, &text);
            T_EQ_TEXT(at_buf_text(&text), rows[i].want);
            T_EQ_INT(at_profile_check(&profile, &err), rows[i].error == NULL);
        }
        if (rows[i].error)
            T_HAS(err.msg, rows[i].error);
        at_profile_deinit(&profile);
        at_buf_deinit(&text);
    }
}

static const struct {
    const char *variable;
    const char *name; // NULL: of no profile
    enum at_profile_field field;
    bool prefixed;
} variables_of[] = {
    {"PROFILE_GW_MODEL", "GW", AT_PROFILE_MODEL, true},
    {"PROFILE_MY_GATEWAY_BASE_URL", "MY_GATEWAY", AT_PROFILE_BASE_URL, true},
    {"PROFILE_MY_GATEWAY_BASEURL", "MY_GATEWAY", AT_PROFILE_BASE_URL, true},
    {"PROFILE_A_API_KEY", "A", AT_PROFILE_KEY, true},
    {"PROFILE_A_KEY", "A", AT_PROFILE_KEY, true},
    {"PROFILE_A_MAX_OUTPUT_TOKENS", "A", AT_PROFILE_OUTPUT, true},
    {"PROFILE_A_CACHE_READ_PRICE", "A", AT_PROFILE_PRICE_CACHED, true},
    {"OPUS47_MODEL", "OPUS47", AT_PROFILE_MODEL, false},
    {"OLLAMA_NUM_CTX", "OLLAMA", AT_PROFILE_CONTEXT, false},
    {"PROFILE_MODEL", NULL, 0, true},
    {"PROFILE__MODEL", NULL, 0, true},
    {"MODEL", NULL, 0, false},
    {"PROFILE_GW_", NULL, 0, true},
    {"PATH", NULL, 0, false},
};

T_TEST(a_variable_names_a_profile_and_a_field)
{
    for (size_t i = 0; i < T_LEN(variables_of); i++) {
        struct at_str name;
        enum at_profile_field field;
        bool prefixed;
        T_ROW(variables_of[i].variable);
        bool found = at_profile_split_variable(at_str(variables_of[i].variable),
                                               &name, &field, &prefixed);
        T_EQ_INT(found, variables_of[i].name != NULL);
        T_EQ_INT(prefixed, variables_of[i].prefixed);
        if (!found)
            continue;
        T_EQ_MEM(name.ptr, name.len, variables_of[i].name,
                 strlen(variables_of[i].name));
        T_EQ_INT(field, variables_of[i].field);
    }
}

// The variables of a path to the model count by the address's scheme.
T_TEST(the_way_is_by_variables)
{
    static const struct {
        const char *url;
        const char *lines[4];
        const char *proxy;
        const char *no_proxy;
        const char *ca;
    } ways[] = {
        {"https://a", {0}, "", "", NULL},
        {"https://a", {"HTTPS_PROXY=http://p"}, "http://p", "", NULL},
        {"https://a",
         {"HTTPS_PROXY=http://p", "https_proxy=http://q", "NO_PROXY=b"},
         "http://q",
         "b",
         NULL},
        {"https://a", {"http_proxy=http://p"}, "", "", NULL},
        {"https://a", {"ALL_PROXY=http://p"}, "http://p", "", NULL},
        {"http://127.0.0.1", {"http_proxy=http://p"}, "http://p", "", NULL},
        {"https://a", {"CURL_CA_BUNDLE=/c"}, "", "", "/c"},
        {"https://a", {"SSL_CERT_FILE=/s"}, "", "", "/s"},
        {"https://a", {"CURL_CA_BUNDLE=/c", "SSL_CERT_FILE=/s"}, "", "", "/c"},
    };
    for (size_t i = 0; i < T_LEN(ways); i++) {
        struct at_profile profile;
        char *stored =
            at_strfmt("{\"model\":\"m\",\"baseUrl\":\"%s\"}", ways[i].url);
        T_ROW(ways[i].lines[0] ? ways[i].lines[0] : "nothing");
        T_OK(open_profile("GW", ways[i].lines, stored, &profile, NULL));
        T_EQ_TEXT(profile.proxy, ways[i].proxy);
        T_EQ_TEXT(profile.no_proxy, ways[i].no_proxy);
        T_EQ_TEXT(profile.ca_file, ways[i].ca);
        at_profile_deinit(&profile);
        free(stored);
    }
}

// Each quirk that users may state has its name, and a row's can be taken back.
T_TEST(quirks_have_names)
{
    struct at_profile profile;
    T_OK(open_profile("LocalOpenAI",
                      (const char *[]){"LOCAL_OPENAI_QUIRKS=No_Images,"
                                       "-max-tokens,-no-tool-choice",
                                       NULL},
                      NULL, &profile, NULL));
    T_EQ_INT(profile.row->quirks,
             AT_QUIRK_NO_IMAGES | AT_QUIRK_IMAGES_IN_USER | AT_QUIRK_KEYLESS);
    at_profile_deinit(&profile);
    T_EQ_TEXT(at_profile_quirk_name(AT_QUIRK_NO_IMAGES), "no-images");
    T_NULL(at_profile_quirk_name(AT_QUIRK_KEYLESS));
}

T_MAIN()
