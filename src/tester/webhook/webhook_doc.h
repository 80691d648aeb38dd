// webhook_doc.h: webhooks as documents of the store
//
// {"name","url","events":[…],"template","secret","link","enabled",
// "allowPrivate"}. The secret and the address are stored sealed
// (access/hidden.h). The secret, and the path of Slack's address, which is one,
// are never shown.
#ifndef AT_TESTER_WEBHOOK_WEBHOOK_DOC_H
#define AT_TESTER_WEBHOOK_WEBHOOK_DOC_H

#include "store/store.h"

enum at_webhook_event {
    AT_WEBHOOK_RUN_ENDED,
    AT_WEBHOOK_RUN_FAILED, // ended without PASS, unless somebody stopped it
    AT_WEBHOOK_SUITE_ENDED,
    AT_WEBHOOK_SUITE_FAILED,
    AT_WEBHOOK_HOST_LOST,
    AT_WEBHOOK_EVENTS,
};
extern const char *const at_webhook_event_names[AT_WEBHOOK_EVENTS];

enum at_webhook_template {
    AT_WEBHOOK_JSON,
    AT_WEBHOOK_SLACK,         // an incoming webhook
    AT_WEBHOOK_GITHUB_STATUS, // for a commit; url is …/repos/OWNER/REPO
    AT_WEBHOOK_GITHUB_CHECK,  // a check run with annotations
    AT_WEBHOOK_TEMPLATES,
};

struct at_vault;

struct at_webhook {
    char id[AT_STORE_KEY_MAX + 1];
    char *name; // this and the following are owned
    char *url;
    char *secret;    // key of signatures, or the token of GitHub; "": none
    char *link;      // address of the dashboard, for links; "": none
    char *locked;    // why secret and url cannot be read; NULL: they can
    unsigned events; // bit n is event n
    enum at_webhook_template template;
    bool enabled;
    bool allow_private; // also addresses that are not public
    int64_t changed_ms; // when somebody stored it; earlier events are not sent
};

void at_webhook_deinit(struct at_webhook *webhook); // twice is allowed
// Read a document as it is stored. AT_EUSAGE names the wrong member. *out is
// released by at_webhook_deinit() either way.
AT_CHECKED bool at_webhook_read(struct at_vault *vault,
                                const struct at_store_doc *doc,
                                struct at_webhook *out, struct at_err *err);
// Return what a client sent as a document, owned, to be stored by
// at_hidden_put(); NULL with AT_EUSAGE. was: the document before as it is
// stored, whose secrets stay if none are sent; NULL: a new one.
json_t *at_webhook_take(struct at_vault *vault, const json_t *json,
                        const struct at_store_doc *was, struct at_err *err);
// Return a document, stored or to be stored, as clients see it, owned.
json_t *at_webhook_show(struct at_vault *vault, const struct at_store_doc *doc);
// Append text with the webhook's secrets masked.
void at_webhook_mask(const struct at_webhook *webhook, struct at_str text,
                     struct at_buf *out);

#endif
