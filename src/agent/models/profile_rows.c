// profile_rows.c: the models that can be chosen, with their prices
//
// Prices and limits are those of November 2026.
#include "agent/models/profile.h"

#include <string.h>

#include "base/compiler.h"

// In, a read of the cache, a write to it, out.
#define PRICES(in_usd, cached_usd, write_usd, out_usd)                         \
    {                                                                          \
        .known = true, .in = in_usd, .cached = cached_usd,                     \
        .cache_write = write_usd, .out = out_usd                               \
    }

#define ANTHROPIC                                                              \
    .provider = "anthropic", .vendor = "anthropic",                            \
    .base_url = "https://api.anthropic.com",                                   \
    .base_variables = "ANTHROPIC_BASE_URL",                                    \
    .key_variables = "CLAUDE_API_KEY ANTHROPIC_API_KEY ANTHROPIC_AUTH_TOKEN",  \
    .context_tokens = 1000000, .max_out_tokens = 16384,                        \
    .quirks = AT_QUIRK_NO_TEMPERATURE | AT_QUIRK_ECHO_REASONING |              \
              AT_QUIRK_CACHE_MARKS | AT_QUIRK_ADAPTIVE

#define DEEPSEEK                                                               \
    .provider = "openai", .vendor = "deepseek",                                \
    .base_url = "https://api.deepseek.com",                                    \
    .base_variables = "DEEPSEEK_BASE_URL",                                     \
    .key_variables = "DEEP_SEEK_KEY DEEPSEEK_API_KEY",                         \
    .context_tokens = 1000000, .max_out_tokens = 16384,                        \
    .quirks = AT_QUIRK_NO_TEMPERATURE | AT_QUIRK_IMAGES_IN_USER |              \
              AT_QUIRK_ECHO_REASONING | AT_QUIRK_MAX_TOKENS_OLD |              \
              AT_QUIRK_REASONING_FIELD

#define OPENROUTER                                                             \
    .provider = "openai", .vendor = "openrouter",                              \
    .base_url = "https://openrouter.ai/api/v1",                                \
    .base_variables = "OPENROUTER_BASE_URL",                                   \
    .key_variables = "OPEN_ROUTER OPENROUTER_API_KEY",                         \
    .headers = "X-Title: mobile-tester-agent"

#define RESPONSES                                                              \
    .provider = "responses", .vendor = "openai",                               \
    .base_url = "https://api.openai.com/v1",                                   \
    .base_variables = "OPENAI_BASE_URL", .key_variables = "OPENAI_API_KEY",    \
    .max_out_tokens = 16384,                                                   \
    .quirks = AT_QUIRK_NO_TEMPERATURE | AT_QUIRK_ECHO_REASONING

#define GEMINI                                                                 \
    .provider = "gemini", .vendor = "google",                                  \
    .base_url = "https://generativelanguage.googleapis.com",                   \
    .base_variables = "GOOGLE_GEMINI_BASE_URL",                                \
    .key_variables = "GOOGLE_API_KEY GEMINI_API_KEY",                          \
    .context_tokens = 1048576, .max_out_tokens = 16384,                        \
    .quirks = AT_QUIRK_NO_TEMPERATURE | AT_QUIRK_ECHO_REASONING

#define OLLAMA                                                                 \
    .provider = "ollama", .vendor = "ollama",                                  \
    .base_url = "http://127.0.0.1:11434", .base_variables = "OLLAMA_HOST",     \
    .key_variables = "OLLAMA_API_KEY"

enum {
    OLLAMA_QUIRKS = AT_QUIRK_IMAGES_IN_USER | AT_QUIRK_NO_TOOL_CHOICE |
                    AT_QUIRK_KEYLESS | AT_QUIRK_ECHO_REASONING | AT_QUIRK_FREE,
    OPENROUTER_QUIRKS = AT_QUIRK_NO_TEMPERATURE | AT_QUIRK_IMAGES_IN_USER |
                        AT_QUIRK_ECHO_REASONING | AT_QUIRK_STATES_COST,
};

// The contract's ids first, in its order.
const struct at_profile_row at_profile_rows[] = {
    {.id = "Opus47",
     .title = "Claude Opus 4.7",
     ANTHROPIC,
     .model = "claude-opus-4-7",
     .prices = PRICES(5, 0.5, 6.25, 25)},
    {.id = "DeepSeekV4Flash",
     .title = "DeepSeek V4 Flash",
     DEEPSEEK,
     .model = "deepseek-v4-flash",
     .prices = PRICES(0.30, 0.006, AT_PRICE_AS_INPUT, 1.20)},
    {.id = "Gemini3Pro",
     .title = "Gemini 3 Pro",
     GEMINI,
     .model = "gemini-3.1-pro-preview",
     .prices = PRICES(2, 0.2, AT_PRICE_AS_INPUT, 12)},
    {.id = "GPT52Pro",
     .title = "GPT-5.2 Pro (OpenRouter)",
     OPENROUTER,
     .model = "openai/gpt-5.2-pro",
     .quirks = OPENROUTER_QUIRKS,
     .context_tokens = 400000,
     .max_out_tokens = 16384,
     .prices = PRICES(21, 21, AT_PRICE_AS_INPUT, 168)},
    {.id = "QWEN36B",
     .title = "Qwen3 0.6B (Ollama)",
     OLLAMA,
     .model = "qwen3:0.6b",
     .quirks = OLLAMA_QUIRKS | AT_QUIRK_NO_IMAGES | AT_QUIRK_NO_THINKING,
     .context_tokens = 32768,
     .max_out_tokens = 4096},
    {.id = "Llama4",
     .title = "Llama 3 Groq 8B (Ollama)",
     OLLAMA,
     .model = "llama3-groq-tool-use:8b",
     .quirks = OLLAMA_QUIRKS | AT_QUIRK_NO_IMAGES,
     .context_tokens = 8192,
     .max_out_tokens = 1024},
    {.id = "Grok8BExecutor",
     .title = "Llama 3 Groq 8B (Ollama)",
     OLLAMA,
     .model = "llama3-groq-tool-use:8b",
     .quirks = OLLAMA_QUIRKS | AT_QUIRK_NO_IMAGES,
     .context_tokens = 8192,
     .max_out_tokens = 1024},
    {.id = "Opus55",
     .title = "Claude Opus 5.5",
     ANTHROPIC,
     .model = "claude-opus-5-5",
     .prices = PRICES(4, 0.2, 5, 20)},
    {.id = "Sonnet55",
     .title = "Claude Sonnet 5.5",
     ANTHROPIC,
     .model = "claude-sonnet-5-5",
     .prices = PRICES(2, 0.1, 2.5, 10)},
    {.id = "Haiku55",
     .title = "Claude Haiku 5.5",
     ANTHROPIC,
     .model = "claude-haiku-5-5",
     .prices = PRICES(0.5, 0.05, 0.625, 2.5)},
    {.id = "GPT61Sol",
     .title = "GPT-6.1 Sol",
     RESPONSES,
     .model = "gpt-6.1-sol",
     .context_tokens = 1050000,
     .prices = PRICES(2, 0.1, 2.5, 10)},
    {.id = "GPT52ProOpenAI",
     .title = "GPT-5.2 Pro (OpenAI)",
     RESPONSES,
     .model = "gpt-5.2-pro",
     .context_tokens = 400000,
     .prices = PRICES(21, 21, AT_PRICE_AS_INPUT, 168)},
    {.id = "Gemini38Flash",
     .title = "Gemini 3.8 Flash",
     GEMINI,
     .model = "gemini-3.8-flash"},
    {.id = "DeepSeekFlash",
     .title = "DeepSeek V4.1 Flash",
     DEEPSEEK,
     .model = "deepseek-flash",
     .prices = PRICES(0.30, 0.006, AT_PRICE_AS_INPUT, 1.20)},
    {.id = "OpenRouter",
     .title = "A model of OpenRouter",
     OPENROUTER,
     .model = "openrouter/auto",
     .quirks = OPENROUTER_QUIRKS,
     .context_tokens = 128000,
     .max_out_tokens = 8192},
    {.id = "LocalOpenAI",
     .title = "LM Studio, vLLM or another local server",
     .provider = "openai",
     .vendor = "local",
     .base_url = "http://127.0.0.1:1234/v1",
     .base_variables = "LOCAL_OPENAI_BASE_URL",
     .key_variables = "LOCAL_OPENAI_API_KEY",
     .model = "local-model",
     .quirks = AT_QUIRK_IMAGES_IN_USER | AT_QUIRK_MAX_TOKENS_OLD |
               AT_QUIRK_NO_TOOL_CHOICE | AT_QUIRK_KEYLESS,
     .context_tokens = 32768,
     .max_out_tokens = 4096},
    {.id = "Ollama",
     .title = "A model of Ollama",
     OLLAMA,
     .model = "qwen3:8b",
     .quirks = OLLAMA_QUIRKS,
     .context_tokens = 32768,
     .max_out_tokens = 4096},
};
const size_t at_profile_row_count = AT_LEN(at_profile_rows);

// In the order of the settings.
const struct at_vendor at_vendors[] = {
    {"anthropic", "Anthropic"},
    {"openai", "OpenAI"},
    {"google", "Google"},
    {"deepseek", "DeepSeek"},
    {"openrouter", "OpenRouter"},
    {"ollama", "Ollama"},
    {"local", "LM Studio, vLLM, llama.cpp"},
};
const size_t at_vendor_count = AT_LEN(at_vendors);

const struct at_vendor *
at_vendor_find(struct at_str id)
{
    for (size_t i = 0; i < AT_LEN(at_vendors); i++) {
        if (at_str_is(id, at_vendors[i].id))
            return &at_vendors[i];
    }
    return NULL;
}

const struct at_profile_row *
at_vendor_row(const struct at_vendor *vendor)
{
    const struct at_profile_row *row = at_profile_rows;
    while (strcmp(row->vendor, vendor->id) != 0)
        row++;
    return row;
}

// Limits of most servers of that kind; prices are never known.
static const struct at_profile_row templates[] = {
    {.id = "openai",
     .title = "OpenAI-compatible",
     .provider = "openai",
     .vendor = "openai",
     .base_url = "https://api.openai.com/v1",
     .base_variables = "OPENAI_BASE_URL",
     .key_variables = "OPENAI_API_KEY",
     .model = "",
     .quirks = AT_QUIRK_IMAGES_IN_USER | AT_QUIRK_MAX_TOKENS_OLD |
               AT_QUIRK_NO_TOOL_CHOICE,
     .context_tokens = 32768,
     .max_out_tokens = 4096},
    {.id = "anthropic", .title = "Anthropic", ANTHROPIC, .model = ""},
    {.id = "responses",
     .title = "OpenAI Responses",
     RESPONSES,
     .model = "",
     .context_tokens = 128000},
    {.id = "gemini", .title = "Gemini", GEMINI, .model = ""},
    {.id = "ollama",
     .title = "Ollama",
     OLLAMA,
     .model = "",
     .quirks = OLLAMA_QUIRKS,
     .context_tokens = 32768,
     .max_out_tokens = 4096},
};

const struct at_profile_row *
at_profile_template(struct at_str format)
{
    for (size_t i = 0; i < AT_LEN(templates); i++) {
        if (at_str_is(format, templates[i].id))
            return &templates[i];
    }
    return NULL;
}
