// manifest_test.c: a manifest that grows with its run
#include "base/alloc.h"
#include "base/limits.h"
#include "sys/file.h"
#include "tester/runs/manifest.h"
#include "tests/t.h"
#include "tests/unit/rig.h"

#define RUN "01AAAAAAAA0000000000000000"

static const char *const events[] = {
    "{\"type\":\"run\",\"state\":\"running\"}",
    "{\"type\":\"tool\",\"tool\":\"tap\",\"args\":\"{}\"}",
    "{\"type\":\"video\",\"videoPath\":\"video/1.mp4\"}",
    "{\"type\":\"screenshot\",\"screenshotPath\":\"screenshots/1.png\"}",
    "{\"type\":\"video\",\"videoPath\":\"video/2.mp4\"}",
    "{\"type\":\"said\",\"message\":\"done\"}",
};

static void
read_manifest(const char *home, struct at_buf *out)
{
    char *path = at_strfmt("%s/manifest.json", home);
    at_buf_clear(out);
    T_OK(at_file_read(path, out, NULL));
    free(path);
}

// The manifest of an object that has written nothing before.
static void
write_anew(const struct at_manifest *grown, struct at_buf *out)
{
    struct at_manifest fresh;
    at_manifest_init(&fresh, grown->store, grown->folder, grown->record);
    T_OK(at_manifest_write(&fresh, NULL));
    read_manifest(grown->folder, out);
    at_manifest_deinit(&fresh);
}

static void
add_one_by_one(struct at_manifest *manifest)
{
    struct at_buf grown = AT_BUF_INIT(AT_REPORT_MAX_BYTES);
    struct at_buf fresh = AT_BUF_INIT(AT_REPORT_MAX_BYTES);
    T_OK(at_manifest_write(manifest, NULL));
    for (size_t i = 0; i < T_LEN(events); i++) {
        T_ROW(events[i]);
        T_OK(manifest->store->ops->add_event(manifest->store, AT_STR(RUN),
                                             (int64_t)i + 1, at_str(events[i]),
                                             NULL));
        T_OK(at_manifest_write(manifest, NULL));
        read_manifest(manifest->folder, &grown);
        write_anew(manifest, &fresh);
        T_EQ_TEXT(at_buf_text(&grown), at_buf_text(&fresh));
    }
    T_HAS(at_buf_text(&grown),
          "\"videoChunks\":[\"video/1.mp4\",\"video/2.mp4\"]}\n");
    T_HAS(at_buf_text(&grown), "\"kind\":\"said\"");
    at_buf_deinit(&grown);
    at_buf_deinit(&fresh);
}

T_TEST(a_grown_manifest_equals_a_rebuilt_one)
{
    struct at_run_record record;
    struct at_store_doc doc = {.json = json_object()};
    struct at_store_db *store;
    struct at_manifest manifest;
    char home[64];
    rig_make_home(home, sizeof(home));
    char *path = at_strfmt("%s/store.db", home);
    at_run_record_init(&record);
    record.config.logs = true;
    T_OK(at_store_sqlite_open(path, &store, NULL));
    at_str_cut(doc.id, sizeof(doc.id), AT_STR(RUN));
    at_str_cut(record.id, sizeof(record.id), AT_STR(RUN));
    T_OK(store->ops->put(store, AT_STORE_RUN, 0, &doc, NULL));
    at_manifest_init(&manifest, store, home, &record);
    add_one_by_one(&manifest);
    at_manifest_deinit(&manifest);
    at_manifest_deinit(&manifest); // safe twice
    at_run_record_deinit(&record);
    at_store_doc_deinit(&doc);
    at_store_db_free(store);
    rig_remove_home(home);
    free(path);
}

T_MAIN()
