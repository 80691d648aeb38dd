// heard.h: which events of a run were published, so that each one is once
//
// The events that this process adds come from its recorders, which hold the
// last one back until the report is complete; those of others from the store.
// Both add to one run if it is queued here and done elsewhere. Any thread may
// call.
#ifndef AT_SERVER_HEARD_H
#define AT_SERVER_HEARD_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "store/store.h"

enum { AT_HEARD_RUNS = 512 };

// Runs have a place by their ids; one that takes another's place makes it
// forgotten, which can at worst publish an event twice.
struct at_heard {
    pthread_mutex_t lock;
    struct {
        char run[AT_STORE_ID_LEN + 1];
        int64_t last;
    } runs[AT_HEARD_RUNS];
};

void at_heard_init(struct at_heard *heard);
void at_heard_deinit(struct at_heard *heard);
// Return true if the event is to be published.
bool at_heard_note(struct at_heard *heard, const char *run, int64_t index);

#endif
