// link_io.h: a link's state, and sending on it; for link.c and stream.c only
#ifndef VIRTUAL_ANDROID_ADBD_LINK_IO_H
#define VIRTUAL_ANDROID_ADBD_LINK_IO_H

#include <pthread.h>
#include <stdint.h>

#include "base/str.h"
#include "virtual-android/adbd/key.h"
#include "virtual-android/adbd/link.h"

struct vd_stream;

struct vd_link {
    struct vd_link_opts opts;
    unsigned char token[VD_KEY_TOKEN_BYTES]; // token to sign; used by the
                                             // thread only
    struct at_conn *in;                      // owned; the link's thread reads
    struct at_conn *out;      // owned, the same socket; under write_lock
    struct at_cancel *cancel; // owned; fired: hang up
    pthread_t thread;
    pthread_mutex_t write_lock;

    pthread_mutex_t lock; // guards what follows, and the streams' state
    struct vd_stream *streams;
    size_t stream_count;
    uint32_t next_id;
    size_t max_data; // the peer's limit for one message
    bool greeted;    // the peer sent CNXN and the required signature
    bool online;     // CNXN was answered
    bool over;
};

// Returns false where the link is gone.
bool vd_link_send(struct vd_link *link, uint32_t command, uint32_t arg0,
                  uint32_t arg1, struct at_str data);
void vd_link_drop(struct vd_link *link); // hang up; from any thread

#endif
