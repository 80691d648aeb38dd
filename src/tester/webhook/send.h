// send.h: sends one message to a webhook
#ifndef AT_TESTER_WEBHOOK_SEND_H
#define AT_TESTER_WEBHOOK_SEND_H

#include "base/op.h"
#include "net/https.h"
#include "tester/webhook/delivery.h"
#include "tester/webhook/template.h"

struct at_webhook_answer {
    int status;      // HTTP status; 0: none
    bool is_final;   // another attempt would not help
    int64_t wait_ms; // that the receiver asks for
    char excerpt[AT_DELIVERY_ANSWER_MAX_BYTES + 1]; // masked
    char error[AT_ERR_MSG_MAX];                     // ""; it was delivered
};

// Send and wait for the answer. Returns true if it has a status of 2xx.
// Redirects are not followed. AT_VERSION is in the user agent. ca_file: as in
// net/https.h.
bool at_webhook_send(const struct at_op *op, struct at_https *https,
                     const char *ca_file, const struct at_webhook *webhook,
                     const struct at_webhook_message *message,
                     struct at_webhook_answer *out);
struct at_https *at_webhook_https_new(void);

#endif
