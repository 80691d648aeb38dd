#include "virtual-android/adbd/link_io.h"

#include <sys/socket.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "net/conn.h"
#include "sys/cancel.h"
#include "wire/adb_message.h"

void
vd_link_drop(struct vd_link *link)
{
    at_cancel_fire(link->cancel);
    // The peer notices now, not once all threads have ended.
    shutdown(at_conn_fd(link->out), SHUT_RDWR);
}

bool
vd_link_send(struct vd_link *link, uint32_t command, uint32_t arg0,
             uint32_t arg1, struct at_str data)
{
    struct at_adb_message message = {command, arg0, arg1, 0, data};
    struct at_buf out =
        AT_BUF_INIT(AT_ADB_HEADER_BYTES + AT_ADB_PACKET_MAX_BYTES);
    struct at_op op = {AT_NEVER_NS, link->cancel};
    bool ok = at_adb_message_write(&out, &message);
    at_assert(ok);
    pthread_mutex_lock(&link->write_lock);
    ok = at_conn_write(&op, link->out, out.data, out.len, NULL);
    pthread_mutex_unlock(&link->write_lock);
    at_buf_deinit(&out);
    if (!ok)
        at_cancel_fire(link->cancel);
    return ok;
}
