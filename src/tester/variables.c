// variables.c: a row for each variable; docs/tester.md has the same table
#include "tester/variables.h"

#include "base/argv.h"

const struct at_tester_variable at_tester_variables[] = {
    {"CLAUDE_API_KEY ANTHROPIC_API_KEY ANTHROPIC_AUTH_TOKEN",
     "the key of Anthropic's models", false},
    {"GOOGLE_API_KEY GEMINI_API_KEY", "the key of Gemini", false},
    {"DEEP_SEEK_KEY DEEPSEEK_API_KEY", "the key of DeepSeek", false},
    {"OPEN_ROUTER OPENROUTER_API_KEY", "the key of OpenRouter", false},
    {"OPENAI_API_KEY", "the key of OpenAI", false},
    {"OLLAMA_API_KEY", "the key of ollama.com", false},
    {"LOCAL_OPENAI_API_KEY", "the key of your own server", false},
    {"ANTHROPIC_BASE_URL GOOGLE_GEMINI_BASE_URL DEEPSEEK_BASE_URL "
     "OPENROUTER_BASE_URL OPENAI_BASE_URL OLLAMA_HOST LOCAL_OPENAI_BASE_URL",
     "other addresses of the models", false},
    {"OPUS47_* GEMINI3PRO_* LOCAL_OPENAI_* OLLAMA_*",
     "changes of one profile: _MODEL, _CONTEXT_TOKENS …", false},
    {"PROFILE_*", "profiles of your own: PROFILE_NAME_BASE_URL …", false},
    {"AGENTEST_MODEL_STREAM", "0: models answer in one piece", false},
    {"AGENTEST_ALLOW_HTTP_MODELS",
     "1: models may be asked without TLS beyond this machine", false},
    {"https_proxy HTTPS_PROXY http_proxy HTTP_PROXY all_proxy ALL_PROXY",
     "the proxy to the models", false},
    {"no_proxy NO_PROXY", "hosts that are reached without it", false},
    {"CURL_CA_BUNDLE SSL_CERT_FILE", "certificates to trust, a PEM file", true},
    {"SECRET_*", "what a scenario's {{NAME}} stands for", false},
    {"AGENTEST_SECRETS_KEY", "the key of stored secrets, 16 characters or more",
     false},
    {"AGENTEST_SECRETS_KEY_FILE", "a file whose first line is that key", false},
    {"HOME_PATH", "the folder of reports and the store", false},
    {"AGENTEST_HOST", "the name of this host in a pool (the machine's)", false},
    {"AGENTEST_URL", "the address at which other hosts reach this one", false},
    {"AGENTEST_CAPS",
     "what runs may need of this host's devices: word SERIAL=word …", false},
    {"AGENTEST_LEASE_MS",
     "a host that is silent for so long has lost its runs (60000)", false},
    {"AGENTEST_REPORTS_DAYS", "reports are kept that long (30)", false},
    {"AGENTEST_REPORTS_MAX_BYTES", "the oldest go beyond that (2 GiB)", false},
    {"AGENTEST_HTTP_TOKEN", "the token of clients, without --token-file", true},
    {"AGENTEST_POOL_KEY AGENTEST_POOL_KEY_FILE",
     "the key with which the hosts of a pool ask each other for files", true},
    {"OTEL_EXPORTER_OTLP_ENDPOINT OTEL_EXPORTER_OTLP_HEADERS "
     "OTEL_SERVICE_NAME OTEL_RESOURCE_ATTRIBUTES",
     "where traces go, see docs/operations.md", false},
    {"AGENTEST_NATS_URL AGENTEST_NATS_CREDS AGENTEST_NATS_CA "
     "AGENTEST_NATS_CERT AGENTEST_NATS_KEY",
     "the pool, without --nats and its options", false},
    {"AGENTEST_NATS_USER AGENTEST_NATS_PASSWORD AGENTEST_NATS_TOKEN",
     "credentials for --nats", false},
    {"GOOGLE_APPLICATION_CREDENTIALS FIRESTORE_EMULATOR_HOST",
     "the account's file, or an emulator, for serve --sync", false},
    {"AGENTEST_ARTIFACTS_S3",
     "copies of runs' files, without serve --artifacts-s3", false},
    {"AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_REGION",
     "the account for them", false},
    {"AGENTEST_LOG", "error, warn, info, debug or trace, on stderr", true},
    {"AGENTEST_LOG_FORMAT", "json: each line of the log is an object", true},
    {"ANDROID_SERIAL", "the device of runs that name none", true},
    {"ADB_SERVER_SOCKET", "the adb server (tcp:127.0.0.1:5037)", true},
    {"ANDROID_HOME ANDROID_SDK_ROOT", "the Android SDK, for adb", true},
    {"SCRCPY_SERVER_PATH", "scrcpy's server, for videos; empty: not used",
     true},
    {"AGENTEST_HELPER", "resident: nothing is installed on the device", true},
    {"AGENTEST_DISABLE_HELPER", "1: no helper, only adb and the console", true},
    {"AGENTEST_HELPER_APK_DIR", "where agentest-helper.jar and .apk are", true},
    {"AGENTEST_DISABLE_KEEP_AWAKE", "1: the device may turn its screen off",
     true},
    {"AGENTEST_DISABLE_FRAMEWORK_SYNC", "1: no app is asked what it does",
     true},
    {"AGENTEST_DISABLE_FIBER_INFERENCE", "1: no names of React's components",
     true},
    {"AGENTEST_LEASE_DIR", "the folder of the devices' leases", true},
    {"RCT_METRO_PORT", "the port of React Native's Metro", true},
};
const size_t at_tester_variable_count = AT_LEN(at_tester_variables);

void
at_tester_variables_publish(const struct at_env *env)
{
    struct at_argv names = AT_ARGV_INIT;
    for (size_t i = 0; i < at_tester_variable_count; i++) {
        struct at_str rest = at_str(at_tester_variables[i].names), name;
        while (at_tester_variables[i].is_published &&
               at_str_next(&rest, ' ', &name))
            at_argv_add_str(&names, name);
    }
    at_env_publish(env, at_argv_words(&names));
    at_argv_deinit(&names);
}
