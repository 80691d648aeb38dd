// pool_load.c: the load of a simulated pool: nightly suites, those of pull
// requests, and single runs
#include "base/alloc.h"
#include "bench/pool_sim.h"

enum { SPREAD_MS = 1500000, SUITE_RUNS = 50, NIGHTLIES = 8 };

static uint64_t seed = 88172645463325252U;

// xorshift64
uint64_t
sim_random(uint64_t below)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed % below;
}

// Most runs take one to two minutes, and some ten.
static int64_t
duration_ms(void)
{
    int64_t ms = 30000 + (int64_t)sim_random(90000);
    return sim_random(20) == 0 ? ms * 5 : ms;
}

static void
add_suite(struct sim *sim, size_t count, int64_t priority, int64_t begins_ms)
{
    sim->suites = at_realloc_array(sim->suites, sim->suite_count + 1,
                                   sizeof(*sim->suites));
    struct sim_suite *suite = &sim->suites[sim->suite_count];
    *suite = (struct sim_suite){begins_ms, priority, 0, count};
    if (sim->suite_count > 0)
        suite->first = suite[-1].first + suite[-1].count;
    for (size_t i = suite->first; i < suite->first + count; i++)
        sim->runs[i] = (struct sim_run){
            .suite = sim->suite_count,
            .class = sim_random(10) < 3 ? 2 : 0, // iOS
            .needs_tablet = sim_random(20) == 0,
            .duration_ms = duration_ms(),
            .waited_ms = -1,
            .submitter = sim->suite_count % sim->opts.hosts,
            .attempt = 1,
        };
    sim->suite_count++;
}

// 80 % are nightly suites of unlike sizes, which begin within ten seconds; 10 %
// suites of pull requests with a higher priority, and 10 % single runs, both
// all the time.
void
sim_load(struct sim *sim)
{
    static const size_t percent[NIGHTLIES] = {25, 20, 15, 10, 5, 3, 1, 1};
    size_t tenth = sim->opts.runs / 10;
    size_t left = sim->opts.runs;
    sim->runs = at_alloc(sim->opts.runs * sizeof(*sim->runs));
    for (size_t i = 0; i < NIGHTLIES; i++) {
        size_t count = sim->opts.runs * percent[i] / 100;
        add_suite(sim, count, 0, (int64_t)sim_random(10000));
        left -= count;
    }
    for (size_t i = 0; i + SUITE_RUNS <= tenth; i += SUITE_RUNS) {
        add_suite(sim, SUITE_RUNS, 10, (int64_t)sim_random(SPREAD_MS));
        left -= SUITE_RUNS;
    }
    for (; left > 0; left--)
        add_suite(sim, 1, 0, (int64_t)sim_random(SPREAD_MS));
}
