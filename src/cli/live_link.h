// live_link.h: one connection of the live process, in a thread of its own
#ifndef AT_CLI_LIVE_LINK_H
#define AT_CLI_LIVE_LINK_H

// Serve the struct at_live_link's one request; for pthread_create().
void *at_live_link_run(void *link);

#endif
