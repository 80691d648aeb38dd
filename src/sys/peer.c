// peer.c: each system has its own call
#ifdef __linux__
#define _GNU_SOURCE // struct ucred
#endif
#include "sys/peer.h"

#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

bool
at_peer_is_mine(int fd)
{
#ifdef __linux__
    struct ucred who;
    socklen_t len = sizeof(who);
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &len) == 0 &&
           len == sizeof(who) && who.uid == getuid();
#else
    uid_t uid;
    gid_t gid;
    return getpeereid(fd, &uid, &gid) == 0 && uid == getuid();
#endif
}
