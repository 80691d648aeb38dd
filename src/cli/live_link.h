// live_link.h: one connection of the live process, in its own thread
#ifndef AT_CLI_LIVE_LINK_H
#define AT_CLI_LIVE_LINK_H

// Serve the single request of this struct at_live_link; for pthread_create().
void *at_live_link_run(void *link);

#endif
