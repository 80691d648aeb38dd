// changes.h: tells the readers of events what changed besides runs
#ifndef AT_SERVER_CHANGES_H
#define AT_SERVER_CHANGES_H

#include "base/op.h"
#include "server/hub.h"
#include "store/store.h"
#include "tester/runs/runs.h"

// Publish a change of the store: {"kind","id","revision"}, or {"kind","id",
// "removed"}. What a run writes is left to the events of the run.
void at_changes_publish(struct at_hub *hub,
                        const struct at_store_change *change);

// A thread that lists the devices while somebody reads events, and publishes
// {"kind":"devices"} when the list differs from the one before, and once after
// each new reader, whose list may be older or newer than that.
struct at_devices_news;

// All arguments are borrowed. It ends when op's cancel token fires. NULL with
// err. The caller owns the result.
struct at_devices_news *at_devices_news_new(const struct at_op *op,
                                            struct at_hub *hub,
                                            struct at_runs *runs,
                                            struct at_err *err);
// Wait for its end, after the token has fired. NULL is allowed.
void at_devices_news_free(struct at_devices_news *watch);

#endif
