// account.h: who asks Firestore: a service account of Google Cloud
//
// Its JSON file has an RSA key; a token that is signed with it is exchanged for
// an access token, which is kept until shortly before it ends.
#ifndef AT_SYNC_ACCOUNT_H
#define AT_SYNC_ACCOUNT_H

#include "base/err.h"
#include "base/op.h"
#include "base/str.h"
#include "net/https.h"

struct at_account;

// Read the file. AT_EUSAGE: it is not a service account's, or its key cannot be
// used. The caller owns the result; its key is wiped when it is freed.
AT_CHECKED bool at_account_open(const char *path, struct at_account **out,
                                struct at_err *err);
void at_account_free(struct at_account *account); // NULL is allowed
// The project of the account; "": the file names none.
const char *at_account_project(const struct at_account *account);
// The signed part and its signature: "HEADER.CLAIMS.SIGNATURE".
AT_CHECKED bool at_account_sign(const struct at_account *account, int64_t now_s,
                                struct at_buf *out, struct at_err *err);
// Return a token that is valid for a minute at least; borrowed until the next
// call. AT_EUSAGE: Google refuses the account.
AT_CHECKED bool at_account_token(const struct at_op *op,
                                 struct at_account *account,
                                 struct at_https *https,
                                 const struct at_https_way *way,
                                 struct at_str *out, struct at_err *err);
// Ask for another token next time, because the last one was refused.
void at_account_forget(struct at_account *account);

#endif
