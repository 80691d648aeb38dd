// template.h: an event as the request that its receiver understands; pure
//
// Texts of models, apps and screens are strangers' words: in Slack they cannot
// mention anyone or be a link, and in GitHub they are plain text.
#ifndef AT_TESTER_WEBHOOK_TEMPLATE_H
#define AT_TESTER_WEBHOOK_TEMPLATE_H

#include "base/argv.h"
#include "base/buf.h"
#include "tester/webhook/webhook_doc.h"

#define AT_WEBHOOK_TEST "webhook.test" // the event that a person sends

struct at_webhook_message {
    const char *id;    // delivery; receivers drop doubles by it
    const char *event; // its name
    int64_t at_ms;     // time of the event
    int64_t now_ms;    // time of the signature
    const json_t *data;
};

struct at_webhook_request {
    const char *method;
    char *url; // owned
    struct at_argv headers;
    struct at_buf body;
};

void at_webhook_request_deinit(struct at_webhook_request *request);
// AT_EUSAGE: the template needs what the event does not have. *out is released
// by at_webhook_request_deinit() either way.
AT_CHECKED bool at_webhook_request(const struct at_webhook *webhook,
                                   const struct at_webhook_message *message,
                                   struct at_webhook_request *out,
                                   struct at_err *err);

#endif
