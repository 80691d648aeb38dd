// peer.h: the user at the other end of a Unix socket
#ifndef AT_SYS_PEER_H
#define AT_SYS_PEER_H

#include <stdbool.h>

// Return true if a process of this user connected the other end of the socket
// fd. Return false if that is unknown.
bool at_peer_is_mine(int fd);

#endif
