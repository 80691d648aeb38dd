// run_figures.h: metrics of runs, from their events and spans
#ifndef AT_TELEMETRY_RUN_FIGURES_H
#define AT_TELEMETRY_RUN_FIGURES_H

#include "telemetry/spans.h"

// Count an event. run is the run's id, which has the time of its submission.
void at_run_figures_event(const char *run, const struct at_run_event *event);
void at_run_figures_span(const struct at_span *span);

#endif
