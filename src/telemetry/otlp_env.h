// otlp_env.h: where spans go, from OpenTelemetry's variables; pure
//
// OTEL_EXPORTER_OTLP_ENDPOINT, _HEADERS, _TIMEOUT and their _TRACES_ forms,
// OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, OTEL_SDK_DISABLED and
// OTEL_TRACES_EXPORTER, as its specification says.
#ifndef AT_TELEMETRY_OTLP_ENV_H
#define AT_TELEMETRY_OTLP_ENV_H

#include <jansson.h>

#include "base/argv.h"
#include "base/err.h"
#include "net/https.h"

struct at_otlp_env {
    char *url;              // owned; NULL: nothing is exported
    struct at_argv headers; // "name: value"
    json_t *resource;       // owned; [{"key","value"}…]
    int64_t timeout_ms;
    struct at_https_way way;
};

// Read the variables with get(user, name), NULL: not set. AT_EUSAGE names a
// wrong one. Call at_otlp_env_deinit() either way.
AT_CHECKED bool at_otlp_env_read(const char *(*get)(void *user,
                                                    const char *name),
                                 void *user, struct at_otlp_env *out,
                                 struct at_err *err);
void at_otlp_env_deinit(struct at_otlp_env *env);

#endif
