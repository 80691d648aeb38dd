// notify.h: tells systemd the state of a service, without libsystemd
//
// Its protocol is datagrams to the socket in NOTIFY_SOCKET.
// Without that variable nothing happens.
#ifndef AT_SYS_NOTIFY_H
#define AT_SYS_NOTIFY_H

#include <stdint.h>

// Send lines such as "READY=1\nSTATUS=listening". Never waits.
void at_notify(const char *state);
// Return how often the watchdog wants a sign of life, half of its limit; 0: it
// does not watch this process.
int64_t at_notify_watchdog_ms(void);

#endif
