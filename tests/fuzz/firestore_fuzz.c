// firestore_fuzz.c: what is read is written and read to the same
#include <stdlib.h>

#include "wire/firestore.h"
#include "wire/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static const char *const none[] = {NULL};
    struct at_str text = at_str_n((const char *)data, len);
    json_t *document = at_json_parse(text, NULL);
    json_t *plain = document ? at_firestore_read(document, NULL) : NULL;
    if (plain) {
        json_t *written = at_firestore_write(plain, none);
        json_t *again = at_firestore_read(written, NULL);
        if (!again || !json_equal(plain, again))
            abort();
        json_decref(again);
        json_decref(written);
    }
    json_decref(plain);
    json_decref(document);
    return 0;
}
