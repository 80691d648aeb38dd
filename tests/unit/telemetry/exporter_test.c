// exporter_test.c: a collector that does not answer, and more spans than wait
// for it
#include "telemetry/exporter.h"

#include <fcntl.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "metrics/metrics.h"
#include "sys/file.h"
#include "sys/log.h"
#include "tests/t.h"
#include "tests/unit/net/http_rig.h"
#include "wire/json.h"

enum { MORE = 50, ALL = AT_EXPORTER_SPANS_MAX + AT_EXPORTER_BATCH_MAX + MORE };

static char url[64];
static char proxy[64]; // "": none

static const char *
variable(void *user, const char *name)
{
    (void)user;
    if (strcmp(name, "all_proxy") == 0)
        return proxy;
    return strcmp(name, "OTEL_EXPORTER_OTLP_ENDPOINT") == 0 ? url : NULL;
}

static uint64_t
count(enum at_metric metric)
{
    return at_metric_get(metric, (struct at_metric_at){{0}});
}

// Return how often the log has the words.
static size_t
said(const char *file, const char *words)
{
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    size_t times = 0;
    T_OK(at_file_read(file, &text, NULL));
    struct at_str rest = at_buf_str(&text);
    ptrdiff_t at;
    for (; (at = at_str_find(rest, at_str(words))) >= 0; times++)
        rest = at_str_skip(rest, (size_t)at + 1);
    at_buf_deinit(&text);
    return times;
}

T_TEST(a_full_queue_drops_counts_and_says_it_once)
{
    static const struct http_rig_reply silent[] = {
        {"HTTP/1.1 200 OK\r\n", HTTP_RIG_HANG, 0}, {0}};
    char log[] = "/tmp/exporter_test.XXXXXX";
    struct http_rig rig;
    struct at_otlp_env env;
    struct at_err err = AT_ERR_INIT;
    int stderr_was = dup(STDERR_FILENO);
    int file = mkstemp(log);
    http_rig_start(&rig, silent);
    snprintf(url, sizeof(url), "http://127.0.0.1:%d", (int)rig.port);
    T_OK(at_otlp_env_read(variable, NULL, &env, &err));
    T_OK(dup2(file, STDERR_FILENO) >= 0);
    struct at_exporter *exporter = at_exporter_new(&env, &err);
    T_OK(exporter);
    json_t *attributes = json_array();
    const struct at_span span = {.trace = "0123456789abcdef0123456789abcdef",
                                 .id = "0123456789abcdef",
                                 .name = "a span",
                                 .attributes = attributes};
    for (int i = 0; i < ALL; i++)
        at_exporter_add(exporter, &span);
    uint64_t dropped = count(AT_METRIC_SPANS_DROPPED);
    at_exporter_free(exporter);
    T_OK(dup2(stderr_was, STDERR_FILENO) >= 0);
    // Its thread may have taken a batch in the meantime.
    T_OK(dropped >= MORE && dropped <= MORE + AT_EXPORTER_BATCH_MAX);
    T_EQ_SIZE(said(log, "the queue of traces is full"), 1);
    // Each one is accounted for in the end.
    T_EQ_INT(
        (int64_t)(count(AT_METRIC_SPANS_DROPPED) + count(AT_METRIC_SPANS_SENT)),
        ALL);
    http_rig_stop(&rig);
    json_decref(attributes);
    at_otlp_env_deinit(&env);
    close(stderr_was);
    close(file);
    unlink(log);
}

T_TEST(the_proxy_of_the_variables_is_used)
{
    static const struct http_rig_reply fine[] = {
        {"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", HTTP_RIG_CLOSE, 0},
        {0}};
    struct http_rig rig;
    struct at_otlp_env env;
    http_rig_start(&rig, fine);
    snprintf(url, sizeof(url), "http://collector.example:4318");
    snprintf(proxy, sizeof(proxy), "http://127.0.0.1:%d", (int)rig.port);
    T_OK(at_otlp_env_read(variable, NULL, &env, NULL));
    struct at_exporter *exporter = at_exporter_new(&env, NULL);
    json_t *attributes = json_array();
    at_exporter_add(
        exporter, &(struct at_span){.trace = "0123456789abcdef0123456789abcdef",
                                    .id = "0123456789abcdef",
                                    .name = "a span",
                                    .attributes = attributes});
    at_exporter_free(exporter);
    http_rig_stop(&rig);
    T_HAS(rig.requests[0], "POST http://collector.example:4318/v1/traces ");
    json_decref(attributes);
    at_otlp_env_deinit(&env);
}

T_MAIN()
