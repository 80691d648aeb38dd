// metrics_test.c: cells, labels from outside, and the text format
#include "metrics/metrics.h"

#include <pthread.h>

#include "base/limits.h"
#include "tests/t.h"

static const struct at_metric_at only = {{0}};

static void
write_all(struct at_buf *out)
{
    at_buf_clear(out);
    at_metrics_write(out);
    T_NOT(out->overflow);
}

static bool
has(const struct at_buf *text, const char *line)
{
    return at_str_has(at_buf_str(text), at_str(line));
}

// An alert compares with zero, so the sample exists before the first count.
T_TEST(metrics_few_labels_begin_at_zero)
{
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    write_all(&text);
    T_OK(has(&text, "\nagentest_steps_total{verdict=\"fail\"} 0\n"));
    T_OK(has(&text, "\nagentest_bus_connected 0\n"));
    T_OK(has(&text, "\nagentest_queue_oldest_seconds 0.000000000\n"));
    T_NOT(has(&text, "agentest_model_calls_total{"));
    T_OK(has(&text, "# TYPE agentest_model_calls_total counter\n"));
    at_buf_deinit(&text);
}

T_TEST(metrics_histograms_are_cumulative)
{
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    static const int64_t durations[] = {
        0, -5, 500000, 500001, 2000000000, 10000000000, 10000000001};
    for (size_t i = 0; i < T_LEN(durations); i++)
        at_metric_observe(AT_METRIC_HTTP_DURATION, only, durations[i]);
    write_all(&text);
    T_OK(has(&text, "_duration_seconds_bucket{le=\"0.0005\"} 3\n"));
    T_OK(has(&text, "_duration_seconds_bucket{le=\"0.001\"} 4\n"));
    T_OK(has(&text, "request_duration_seconds_bucket{le=\"1.0\"} 4\n"));
    T_OK(has(&text, "request_duration_seconds_bucket{le=\"2.5\"} 5\n"));
    T_OK(has(&text, "request_duration_seconds_bucket{le=\"10.0\"} 6\n"));
    T_OK(has(&text, "request_duration_seconds_bucket{le=\"+Inf\"} 7\n"));
    T_OK(has(&text, "request_duration_seconds_sum 22.001000002\n"));
    T_OK(has(&text, "request_duration_seconds_count 7\n"));
    at_buf_deinit(&text);
}

// A name has a place once; what finds none is "other".
T_TEST(metrics_names_from_outside_are_bounded)
{
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    size_t limit = at_metric_label_limit(AT_METRIC_LABEL_MODEL);
    size_t first =
        at_metric_intern(AT_METRIC_LABEL_MODEL, AT_STR("a\"b\\c\nd"));
    T_EQ_SIZE(first, 1);
    T_EQ_SIZE(at_metric_intern(AT_METRIC_LABEL_MODEL, AT_STR("a\"b\\c\nd")), 1);
    T_EQ_SIZE(at_metric_intern(AT_METRIC_LABEL_MODEL, AT_STR("")), 0);
    for (size_t i = 2; i < 2 * limit; i++) {
        char name[32];
        snprintf(name, sizeof(name), "model %zu", i);
        T_EQ_SIZE(at_metric_intern(AT_METRIC_LABEL_MODEL, at_str(name)),
                  i < limit ? i : 0);
    }
    at_metric_add(AT_METRIC_MODEL_CALLS, (struct at_metric_at){{first}}, 2);
    at_metric_add(AT_METRIC_MODEL_CALLS, only, 3);
    write_all(&text);
    T_OK(has(&text,
             "agentest_model_calls_total{model=\"a\\\"b\\\\c\\nd\"} 2\n"));
    T_OK(has(&text, "agentest_model_calls_total{model=\"other\"} 3\n"));
    at_buf_deinit(&text);
}

enum { THREADS = 4, ROUNDS = 20000 };

static void *
count(void *user)
{
    for (int i = 0; i < ROUNDS; i++) {
        size_t end = at_metric_intern(AT_METRIC_LABEL_END,
                                      i % 2 ? AT_STR("odd") : AT_STR("even"));
        at_metric_add(AT_METRIC_RUNS_ENDED, (struct at_metric_at){{0, end}}, 1);
    }
    return user;
}

T_TEST(metrics_no_count_is_lost)
{
    pthread_t threads[THREADS];
    for (size_t i = 0; i < THREADS; i++)
        T_EQ_INT(pthread_create(&threads[i], NULL, count, NULL), 0);
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    size_t odd = at_metric_intern(AT_METRIC_LABEL_END, AT_STR("odd"));
    size_t even = at_metric_intern(AT_METRIC_LABEL_END, AT_STR("even"));
    T_EQ_SIZE(odd + even, 3);
    T_EQ_INT((intmax_t)at_metric_get(AT_METRIC_RUNS_ENDED,
                                     (struct at_metric_at){{0, odd}}),
             THREADS * ROUNDS / 2);
    T_EQ_INT((intmax_t)at_metric_get(AT_METRIC_RUNS_ENDED,
                                     (struct at_metric_at){{0, even}}),
             THREADS * ROUNDS / 2);
}

T_MAIN()
