// signature_test.c: a vector of Standard Webhooks, and forms of secrets
#include "tester/webhook/signature.h"

#include "tests/t.h"

#define KEY "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
#define ID "msg_p5jXN8AQM9LWM0D4loKWxJek"
#define BODY "{\"test\": 2432232314}"

static const struct {
    const char *secret;
    const char *id;
    int64_t timestamp_s;
    const char *body;
    const char *signature;
} rows[] = {
    // The example of the specification's libraries.
    {"whsec_" KEY, ID, 1614265330, BODY,
     "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="},
    // openssl dgst -sha256 -hmac SECRET -binary | base64
    {KEY, ID, 1614265330, BODY,
     "v1,ELhqG0Ku1gwOc1f4jyKdp3SFGFLAOdJ9bvpWLciCakI="},
    {"whsec_not base64!", ID, 1614265330, BODY,
     "v1,yUD2RuJUXJQ8HKsyjzbAMVmj4/ZkDavgvNxmEyGpKuU="},
};

T_TEST(signatures)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        char out[AT_WEBHOOK_SIGNATURE_MAX];
        T_ROW(rows[i].secret);
        at_webhook_sign(at_str(rows[i].secret), at_str(rows[i].id),
                        rows[i].timestamp_s, at_str(rows[i].body), out);
        T_EQ_TEXT(out, rows[i].signature);
    }
}

T_MAIN()
