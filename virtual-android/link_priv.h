// link_priv.h: what link.c and stream.c share; nobody else includes it
#ifndef VIRTUAL_ANDROID_LINK_PRIV_H
#define VIRTUAL_ANDROID_LINK_PRIV_H

#include <pthread.h>
#include <stdint.h>

#include "base/buf.h"
#include "virtual-android/link.h"
#include "virtual-android/service.h"
#include "virtual-android/stream.h"

struct va_link {
    struct va_link_opts opts;
    struct at_conn *in;       // owned; the link's thread reads
    struct at_conn *out;      // owned, the same socket; under write_lock
    struct at_cancel *cancel; // owned; fired: hang up
    pthread_t thread;
    pthread_mutex_t write_lock;

    pthread_mutex_t lock; // guards what follows, and the streams' state
    struct va_stream *streams;
    size_t stream_count;
    uint32_t next_id;
    size_t max_data; // what the peer takes in one message
    bool hailed;     // its CNXN came
    bool online;     // ours was sent
    bool over;
};

struct va_stream {
    struct va_link *link; // borrowed
    struct va_stream *next;
    char *service;            // owned
    struct at_cancel *cancel; // owned; fired when closed is set
    uint32_t local_id;
    uint32_t remote_id;
    pthread_t thread;

    pthread_cond_t changed; // with link->lock, which guards what follows
    struct at_buf inbox;    // came, and not yet read from inbox_at on
    size_t inbox_at;
    struct at_buf outbox; // written, and not yet sent
    size_t dump_left;     // bytes until the fault drop-dump; 0: no dump
    bool ack_due;         // the inbox's message was not acknowledged yet
    bool accepted;
    bool can_send;    // the last message was acknowledged
    bool closed;      // by the peer or the service, or the link is gone
    bool closed_here; // by the service: the peer does not know yet
    bool finished;    // its service has returned
};

// false where the link is gone.
bool va_link_send(struct va_link *link, uint32_t command, uint32_t arg0,
                  uint32_t arg1, struct at_str data);

// What the link's thread tells its streams. The lock is not held.
void va_stream_open(struct va_link *link, uint32_t remote_id,
                    struct at_str service);
bool va_stream_came(struct va_link *link, uint32_t local_id,
                    struct at_str data); // false: the peer broke the protocol
void va_stream_acked(struct va_link *link, uint32_t local_id);
void va_stream_hung_up(struct va_link *link, uint32_t local_id);
void va_stream_end_all(struct va_link *link); // and wait for their threads

#endif
