// peer.h: the user at the other end of a Unix socket
#ifndef AT_SYS_PEER_H
#define AT_SYS_PEER_H

#include <stdbool.h>

// Did a process of this user make the other end of the connected socket fd?
// False if that is unknown.
bool at_peer_is_mine(int fd);

#endif
