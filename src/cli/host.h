// host.h: the platforms of this program, and the devices that stay open
//
// One process has one host. In the live process and the repl a device, its
// connection and its newest tree outlive a command; elsewhere they live as
// long as the one command. One thread at a time uses a host.
#ifndef AT_CLI_HOST_H
#define AT_CLI_HOST_H

#include "base/err.h"
#include "device/platform.h"
#include "flow/app.h"
#include "session/run.h"

struct at_host;

// platforms: up to NULL, borrowed. program: its argv[0].
struct at_host *at_host_new(const struct at_platform *const *platforms,
                            const char *program);
void at_host_free(struct at_host *host); // NULL is allowed; closes the devices

const struct at_platform *const *at_host_platforms(const struct at_host *host);
const char *at_host_program(const struct at_host *host); // real path
const struct at_platform *at_host_platform(const struct at_host *host,
                                           const char *name); // NULL: unknown
// The platform whose apps end like path; NULL.
const struct at_platform *at_host_platform_of(const struct at_host *host,
                                              const char *path);

struct at_host_want {
    const struct at_platform *platform;
    const char *selector; // NULL: the platform's default device
    struct at_run *run;   // hears of the device until at_host_end_call()
};

// The open device that is wanted, opened where it is not. Borrowed from the
// host. A device that failed by AT_ENODEV is closed at the end of the call.
AT_CHECKED bool at_host_open(struct at_host *host, const struct at_op *op,
                             const struct at_host_want *want,
                             struct at_app **out_app, struct at_err *err);
void at_host_end_call(struct at_host *host, const struct at_err *err);

// Is it the live process or the repl, whose devices stay open?
bool at_host_stays(const struct at_host *host);
void at_host_set_stays(struct at_host *host);

#endif
