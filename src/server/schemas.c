// schemas.c: bodies of requests and answers
#include "server/schemas.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/compiler.h"
#include "wire/json.h"

// clang-format off
#define MEMBER(name, schema) ",\"" name "\":{" schema "}"
#define TYPE(type) "\"type\":\"" type "\""
#define LINK(schema) "\"$ref\":\"#/components/schemas/" schema "\""
#define STRING(name) MEMBER(name, TYPE("string"))
#define INTEGER(name) MEMBER(name, TYPE("integer"))
#define NUMBER(name) MEMBER(name, TYPE("number"))
#define BOOLEAN(name) MEMBER(name, TYPE("boolean"))
#define ANY(name) MEMBER(name, TYPE("object"))
#define TIME(name) MEMBER(name, TYPE("string") ",\"format\":\"date-time\"")
#define STRINGS(name) MEMBER(name, TYPE("array") ",\"items\":{" TYPE("string") "}")
#define LIST(name, schema) MEMBER(name, TYPE("array") ",\"items\":{" LINK(schema) "}")
#define REF(name, schema) MEMBER(name, LINK(schema))
#define WORDS(name, words) MEMBER(name, "\"enum\":[" words "]")
#define OR_NULL(name, type) MEMBER(name, "\"type\":[\"" type "\",\"null\"]")


#define SCENARIO                                                               \
    STRING("goal") STRING("packageName") STRING("name") STRINGS("tags") STRINGS("packages") \
    STRINGS("allowed") STRING("device") WORDS("platform", "\"android\",\"ios\",\"\"") \
    STRING("profile") REF("budgets", "Budgets")                                \
    WORDS("reset", "\"restart\",\"none\",\"data\",\"reinstall\"") STRING("apk") \
    MEMBER("permissions", "\"type\":\"object\",\"properties\":{\"grant\":{\"type\":\"array\"," \
        "\"items\":{\"type\":\"string\"}},\"revoke\":{\"type\":\"array\","     \
        "\"items\":{\"type\":\"string\"}}}") STRING("deepLink") STRING("locale") \
    WORDS("orientation", "\"any\",\"portrait\",\"landscape\"") STRINGS("setup") \
    STRINGS("teardown")                                                        \
    MEMBER("steps", "\"type\":\"array\",\"items\":{\"anyOf\":[{\"type\":\"string\"}," \
        "{\"$ref\":\"#/components/schemas/Step\"}]}") STRING("compiled") REF("flow", "Flow")
#define SCHEDULE                                                               \
    STRING("name") STRING("cron") STRING("zone") STRING("suite") STRING("scenario") \
    BOOLEAN("enabled")
#define WEBHOOK                                                                \
    STRING("name") STRING("url")                                               \
    MEMBER("events", "\"type\":\"array\",\"items\":{\"enum\":[\"run.ended\",\"run.failed\"," \
        "\"suite.ended\",\"suite.failed\",\"host.lost\"]}")                   \
    WORDS("template", "\"json\",\"slack\",\"github-status\",\"github-check\"") \
    STRING("link") BOOLEAN("enabled") BOOLEAN("allowPrivate")
#define READY                                                                  \
    WORDS("state", "\"notConfigured\",\"notTested\",\"ready\",\"failed\"")        \
    WORDS("reason", "\"refused\",\"unreachable\",\"timeout\",\"unauthorized\","   \
        "\"noCredit\",\"busy\",\"notJson\",\"status\",\"noModel\"") STRING("why")  \
    TIME("testedAt")
#define CONFIG                                                                 \
    STRING("executorInfoId") NUMBER("llmTemperature") INTEGER("maxAgentIterations") \
    BOOLEAN("logTokensConsumption") BOOLEAN("logsEnabled") BOOLEAN("screenshotsEnabled") \
    BOOLEAN("recordingEnabled") BOOLEAN("stream") BOOLEAN("replay") BOOLEAN("strongProofs") \
    STRING("secondModel") WORDS("guardedActions", "\"fail\",\"pause\"") REF("budgets", "Budgets")

#define ROLES "\"read\",\"run\",\"edit\",\"admin\""
#define SUITE                                                                  \
    STRING("name") STRINGS("scenarios") STRINGS("tags") STRINGS("devices") STRINGS("profiles") \
    INTEGER("repeat") INTEGER("retryInfra") BOOLEAN("failFast") INTEGER("priority") \
    MEMBER("data", "\"type\":\"array\",\"items\":{\"type\":\"object\"}")

const struct at_schema at_schemas[] = {
    {"Approval", BOOLEAN("approved"), "approved"},
    {"Artifact",
     STRING("path") INTEGER("bytes") STRING("type") STRING("href"), "path bytes type href"},
    {"Artifacts", LIST("artifacts", "Artifact"), "artifacts"},
    {"Audit", LIST("entries", "AuditEntry") BOOLEAN("more") STRING("next"), "entries more"},
    {"AuditEntry",
     STRING("id") TIME("at") STRING("what") STRING("kind") STRING("target") STRING("label")
     BOOLEAN("removed") INTEGER("before") INTEGER("after") STRING("by") WORDS("role", ROLES) STRING("address"),
     "id at what kind by"},
    {"Budgets",
     "{\"type\":\"object\",\"properties\":{\"iterations\":{\"type\":\"integer\"},"
     "\"tokens\":{\"type\":\"integer\"},\"costUsd\":{\"type\":\"number\"},"
     "\"minutes\":{\"type\":\"integer\"},\"stepAttempts\":{\"type\":\"integer\"},"
     "\"stepSeconds\":{\"type\":\"integer\"}},\"additionalProperties\":false}", NULL},
    {"Change",
     WORDS("kind", "\"scenario\",\"run\",\"recording\",\"profile\",\"config\",\"expectations\","
         "\"devices\",\"suite\",\"suiteRun\",\"schedule\",\"webhook\",\"delivery\",\"token\","
         "\"audit\",\"secret\",\"host\"") STRING("id") INTEGER("revision") BOOLEAN("removed"), "kind"},
    {"Claim",
     STRING("text") STRING("absent") STRING("near") STRING("of") STRING("state") STRING("value")
     STRING("amount") STRING("toast") STRING("app") STRING("shown") INTEGER("count")
     INTEGER("atLeast") STRINGS("sum")
     WORDS("where", "\"near\",\"beside\",\"below\",\"above\",\"inside\"") BOOLEAN("pinned")
     STRING("bound") STRING("words"), NULL},
    {"ClientError", STRING("message") STRING("stack") STRING("page") STRING("version"),
     "message"},
    {"Config", CONFIG, "executorInfoId llmTemperature maxAgentIterations"},
    {"ConfigInput", CONFIG, NULL},
    {"Deliveries", LIST("deliveries", "Delivery") BOOLEAN("more") STRING("next"),
     "deliveries more"},
    {"Delivery",
     STRING("id") INTEGER("revision") TIME("createdAt") TIME("updatedAt") STRING("webhook")
     STRING("webhookName") STRING("event") TIME("at")
     WORDS("state", "\"waiting\",\"delivered\",\"failed\"") INTEGER("attempts") TIME("nextAt")
     INTEGER("status") STRING("answer") STRING("error") TIME("deliveredAt") ANY("data")
     STRING("damaged"), "id createdAt"},
    {"Device",
     STRING("id") STRING("name") STRING("platform") STRING("kind") STRING("state") STRING("os")
     BOOLEAN("usable") BOOLEAN("bootable") STRING("remedy") STRING("run") BOOLEAN("held")
     INTEGER("queued"), "id platform usable"},
    {"Devices", LIST("devices", "Device") STRING("problem"), "devices"},
    {"Event",
     STRING("run") INTEGER("index") WORDS("phase", "\"setup\",\"teardown\"") STRING("timestamp")
     WORDS("type", "\"tool\",\"screenshot\",\"log\",\"state\",\"step\",\"model\",\"said\","
         "\"guard\",\"video\"") STRING("toolName") STRING("args") STRING("result")
     STRING("resultPrefix") STRING("screenshotPath") STRING("before") REF("point", "Point")
     REF("from", "Point") REF("to", "Point") REF("space", "Point")
     MEMBER("box", "\"type\":\"array\",\"items\":{\"type\":\"integer\"},\"minItems\":4,"
         "\"maxItems\":4") STRING("element") STRING("screen") BOOLEAN("refused") STRING("state")
     STRING("verdict") STRING("outcome") STRING("proof") BOOLEAN("thought") STRING("callPath") STRING("model")
     INTEGER("inputTokens") INTEGER("cachedTokens") INTEGER("outputTokens")
     INTEGER("reasoningTokens") OR_NULL("costUsd", "number") BOOLEAN("failed")
     MEMBER("status", "\"type\":[\"integer\",\"string\"]") STRING("videoPath")
     STRING("videoBeganAt") STRING("message") INTEGER("step") INTEGER("durationMs")
     BOOLEAN("replayed") REF("finding", "Finding"), "run index timestamp type"},
    {"Events", LIST("events", "Event") BOOLEAN("more") INTEGER("next"), "events more next"},
    {"Expectation",
     REF("claim", "Claim") STRING("words")
     WORDS("outcome", "\"holds\",\"fails\",\"unbound\",\"unknown\"") STRING("why") STRING("bound")
     REF("seen", "Seen"), "claim words"},
    {"Exported", LIST("scenarios", "Scenario") LIST("documents", "FirestoreDocument"), NULL},
    {"File",
     "{\"type\":\"string\"}", NULL},
    {"Finding",
     STRING("rule") REF("claim", "Claim")
     WORDS("outcome", "\"holds\",\"fails\",\"unbound\",\"unknown\"") REF("seen", "Seen")
     STRING("quote") STRING("said"), NULL},
    {"FirestoreDocument",
     STRING("name") ANY("fields") TIME("createTime") TIME("updateTime"), "fields"},
    {"Flow",
     STRING("file") MEMBER("files", "\"type\":\"object\",\"additionalProperties\":{\"anyOf\":["
         "{\"type\":\"string\"},{\"type\":\"object\",\"properties\":{\"base64\":{"
         "\"type\":\"string\"}},\"required\":[\"base64\"]}]}")
     MEMBER("env", "\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}"),
     "file"},
    {"FlowChecked",
     STRING("name") STRING("packageName") STRINGS("tags") STRINGS("steps")
     LIST("problems", "FlowProblem"), "name steps problems"},
    {"FlowInput", REF("flow", "Flow"), "flow"},
    {"FlowProblem",
     STRING("file") INTEGER("line") INTEGER("column")
     WORDS("severity", "\"error\",\"warning\",\"oddity\"") STRING("text") STRING("hint"),
     "file line column severity text"},
    {"Healed",
     INTEGER("step") INTEGER("call") STRING("why") REF("recorded", "RecordingCall"), "step why"},
    {"Health", MEMBER("status", "\"const\":\"ok\""), "status"},
    {"Host",
     STRING("id") STRING("name") STRING("url") STRING("version") INTEGER("schema")
     STRINGS("platforms") STRINGS("models") STRINGS("secrets") BOOLEAN("draining")
     BOOLEAN("self") TIME("startedAt") TIME("seenAt") LIST("devices", "HostDevice"),
     "id name version draining self devices"},
    {"HostDevice",
     STRING("host") STRING("id") STRING("platform") STRING("name") STRING("kind") STRING("os")
     STRING("state") BOOLEAN("usable") STRINGS("caps") STRING("run") BOOLEAN("held"),
     "host id platform state usable caps"},
    {"Hosts", LIST("hosts", "Host"), "hosts"},
    {"Import",
     "{\"anyOf\":[{\"$ref\":\"#/components/schemas/Exported\"},"
     "{\"$ref\":\"#/components/schemas/ScenarioInput\"},{\"type\":\"array\","
     "\"items\":{\"$ref\":\"#/components/schemas/ScenarioInput\"}}]}", NULL},
    {"Imported", INTEGER("imported") LIST("scenarios", "Scenario"), "imported scenarios"},
    {"Key",
     "{\"type\":\"object\",\"properties\":{\"set\":{\"type\":\"boolean\"},"
     "\"ends\":{\"type\":\"string\"},\"from\":{\"type\":\"string\"}},\"required\":[\"set\"],"
     "\"additionalProperties\":false}", NULL},
    {"Login", STRING("token"), "token"},
    {"Manifest",
     STRING("startedAt") OR_NULL("endedAt", "string") STRING("scenario") STRING("packageName")
     BOOLEAN("logsEnabled") BOOLEAN("screenshotsEnabled") BOOLEAN("recordingEnabled")
     WORDS("status", "\"running\",\"completed\",\"failed\",\"stopped\"") STRINGS("videoChunks")
     MEMBER("events", "\"type\":\"array\",\"items\":{\"type\":\"object\"}"),
     "scenario packageName status events"},
    {"Me", STRING("name") WORDS("role", ROLES) BOOLEAN("needsToken"), "name role needsToken"},
    {"OpenApi", STRING("openapi") ANY("paths"), "openapi paths"},
    {"Point",
     "{\"type\":\"array\",\"items\":{\"type\":\"integer\"},\"minItems\":2,\"maxItems\":2}", NULL},
    {"Pointed",
     STRING("resultPrefix") STRING("result") INTEGER("durationMs") INTEGER("frame")
     WORDS("trouble", "\"\",\"outside\",\"guarded\",\"notFound\",\"ambiguous\",\"timeout\","
     "\"crashed\",\"failed\"") LIST("changes", "ScreenChange") BOOLEAN("anotherScreen")
     MEMBER("screen", LINK("Screen")),
     "resultPrefix result durationMs frame trouble changes anotherScreen"},
    {"PointedStep",
     STRING("packageName") STRINGS("packages") STRING("tool") BOOLEAN("approved")
     MEMBER("args", "\"type\":\"object\",\"additionalProperties\":true"), "packageName tool"},
    {"Prices",
     "{\"type\":[\"object\",\"null\"],\"properties\":{\"input\":{\"type\":\"number\"},"
     "\"output\":{\"type\":\"number\"},\"cachedInput\":{\"type\":\"number\"},"
     "\"cacheWrite\":{\"type\":\"number\"}}}", NULL},
    {"Problem",
     STRING("type") STRING("title") INTEGER("status") STRING("detail") STRING("code")
     STRING("pointer"),
     "type title status detail code"},
    {"Profile",
     STRING("id") STRING("title") STRING("provider") STRING("model") STRING("baseUrl")
     REF("key", "Key") STRINGS("stored") BOOLEAN("custom") INTEGER("contextTokens")
     INTEGER("maxOutputTokens") REF("prices", "Prices") STRINGS("quirks") STRINGS("headers")
     STRING("caFile") BOOLEAN("removed") BOOLEAN("needsKey") BOOLEAN("usable") READY
     STRING("vendor"),
     "id title provider model baseUrl key stored custom needsKey usable state"},
    {"ProfileInput",
     OR_NULL("model", "string") OR_NULL("format", "string") OR_NULL("title", "string")
     OR_NULL("baseUrl", "string") OR_NULL("key", "string")
     MEMBER("contextTokens", "\"type\":[\"integer\",\"string\",\"null\"]")
     MEMBER("maxOutputTokens", "\"type\":[\"integer\",\"string\",\"null\"]")
     MEMBER("prices", "\"type\":[\"object\",\"null\"],"
         "\"additionalProperties\":{\"type\":[\"number\",\"string\",\"null\"]}")
     MEMBER("quirks", "\"type\":[\"array\",\"string\",\"null\"],\"items\":{\"type\":\"string\"}")
     OR_NULL("caFile", "string")
     MEMBER("headers", "\"type\":[\"object\",\"string\",\"null\"],"
         "\"additionalProperties\":{\"type\":\"string\"}"), NULL},
    {"Profiles", LIST("profiles", "Profile"), "profiles"},
    {"Provider",
     STRING("id") STRING("title") STRING("format") STRING("baseUrl") STRING("defaultUrl")
     STRING("keyVariable") BOOLEAN("needsKey") REF("key", "Key") BOOLEAN("keyStored")
     BOOLEAN("urlStored") INTEGER("keys") STRINGS("profiles") STRINGS("models") READY,
     "id title format baseUrl defaultUrl keyVariable needsKey key keys profiles state"},
    {"ProviderInput", OR_NULL("key", "string") OR_NULL("baseUrl", "string"), NULL},
    {"Providers", LIST("providers", "Provider"), "providers"},
    {"Ready",
     WORDS("status", "\"ready\",\"not ready\"") LIST("checks", "ReadyCheck"), "status checks"},
    {"ReadyCheck",
     WORDS("name", "\"store\",\"bus\",\"devices\",\"drain\"") BOOLEAN("ok") STRING("message"),
     "name ok message"},
    {"Recipe",
     INTEGER("format") STRING("scenario") STRING("appVersion") STRING("device") STRING("locale")
     MEMBER("proofs", "\"type\":\"array\",\"items\":{\"type\":\"object\"}")
     LIST("calls", "RecordingCall"), "format calls"},
    {"Recording",
     REF("recording", "Recipe") REF("made", "RecordingMade")
     MEMBER("accepted", "\"type\":\"object\",\"properties\":{\"by\":{\"type\":\"string\"},"
         "\"at\":{\"type\":\"string\",\"format\":\"date-time\"}},\"required\":[\"by\",\"at\"]")
     MEMBER("proposal", "\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"},"
         "\"recording\":{\"$ref\":\"#/components/schemas/Recipe\"},"
         "\"made\":{\"$ref\":\"#/components/schemas/RecordingMade\"},"
         "\"why\":{\"type\":\"string\"},\"changes\":{\"type\":\"array\","
         "\"items\":{\"$ref\":\"#/components/schemas/RecordingChange\"}}},\"required\":[\"id\","
         "\"recording\",\"made\",\"why\",\"changes\"]"), "recording made"},
    {"RecordingCall",
     INTEGER("step") STRING("tool") ANY("args") ANY("target") BOOLEAN("optional") STRING("dialog")
     REF("proof", "RecordingProof"), "step tool args"},
    {"RecordingChange",
     INTEGER("step") WORDS("kind", "\"changed\",\"added\",\"removed\"")
     REF("was", "RecordingCall") REF("now", "RecordingCall"), "step kind"},
    {"RecordingChoice",
     WORDS("choice", "\"accept\",\"reject\"") STRING("by") STRING("run"), "choice"},
    {"RecordingMade", STRING("run") TIME("at"), "at"},
    {"RecordingProof",
     ANY("claim") STRING("text") WORDS("by", "\"model\",\"expectation\"") INTEGER("heldAfterMs"),
     "claim by"},
    {"Run",
     STRING("id") INTEGER("scenarioRevision") INTEGER("fromStep") STRING("damaged") WORDS("state", "\"queued\",\"running\",\"ended\"")
     WORDS("status", "\"queued\",\"running\",\"completed\",\"failed\",\"stopped\",\"lost\"")
     INTEGER("place") STRING("scenarioId") STRING("name") STRING("goal") STRING("packageName")
     REF("scenario", "RunTest") REF("config", "Config") STRING("profile") STRING("device")
     STRING("platform") TIME("queuedAt") TIME("startedAt") TIME("endedAt") STRING("end")
     WORDS("verdict", "\"OPEN\",\"PASS\",\"FAIL\",\"UNVERIFIED\"")
     WORDS("class", "\"app\",\"test\",\"device\",\"model\",\"budget\"") STRING("reason")
     STRING("summary") STRING("answer") LIST("steps", "RunStep") REF("usage", "Usage")
     INTEGER("replayedSteps") STRINGS("tags") STRING("flow") STRING("appVersion") REF("healed", "Healed")
     BOOLEAN("proposed") BOOLEAN("hasRecording") INTEGER("attempt") INTEGER("retryInfra") INTEGER("priority") TIME("notBefore")
     STRINGS("needs") STRING("host") BOOLEAN("stopping")
     MEMBER("attempts", "\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{"
         "\"attempt\":{\"type\":\"integer\"},\"host\":{\"type\":\"string\"},"
         "\"device\":{\"type\":\"string\"},\"startedAt\":{\"type\":\"string\"},"
         "\"endedAt\":{\"type\":\"string\"},\"end\":{\"type\":\"string\"},"
         "\"reason\":{\"type\":\"string\"}}}")
     MEMBER("approval", "\"type\":\"object\",\"properties\":{\"what\":{\"type\":\"string\"}},"
         "\"required\":[\"what\"]") BOOLEAN("expired") STRING("suiteRun")
     STRING("case") ANY("row"), "id state"},
    {"RunInput",
     "{\"anyOf\":[{\"type\":\"object\",\"properties\":{\"scenarioId\":{\"type\":\"string\"},"
     "\"revision\":{\"type\":\"integer\"},\"fromStep\":{\"type\":\"integer\",\"minimum\":1},"
     "\"device\":{\"type\":\"string\"},\"profile\":{\"type\":\"string\"},"
     "\"priority\":{\"type\":\"integer\",\"minimum\":-100,\"maximum\":100},"
     "\"notBefore\":{\"type\":\"string\",\"format\":\"date-time\"},"
     "\"needs\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},"
     "\"retryInfra\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":10}},"
     "\"required\":[\"scenarioId\"]},{\"$ref\":\"#/components/schemas/RunTest\"},"
     "{\"$ref\":\"#/components/schemas/FlowInput\"}]}", NULL},
    {"RunOutcome",
     STRING("id") WORDS("verdict", "\"PASS\",\"FAIL\",\"UNVERIFIED\"") STRING("end")
     TIME("startedAt") INTEGER("durationMs") OR_NULL("costUsd", "number") INTEGER("tokens")
     BOOLEAN("replayed") BOOLEAN("healed") STRING("appVersion") STRING("profile"),
     "id end durationMs costUsd tokens replayed healed"},
    {"RunStep",
     INTEGER("step") STRING("text") STRING("verdict")
     WORDS("outcome", "\"COMPLETED\",\"WARNED\",\"SKIPPED\",\"FAILED\"") STRING("reason") STRING("proof")
     REF("finding", "Finding")
     BOOLEAN("judged") INTEGER("proofHeldOn") INTEGER("proofScreens") BOOLEAN("weakProof")
     WORDS("secondModel", "\"agrees\",\"doubts\",\"unknown\"") STRING("secondModelSaid")
     LIST("expectations", "Expectation") BOOLEAN("began") INTEGER("durationMs"), "step"},
    {"RunTest", SCENARIO, "goal packageName steps"},
    {"Runs", LIST("runs", "Run") BOOLEAN("more") STRING("next"), "runs more"},
    {"Sample", BOOLEAN("ready") STRING("why") STRING("command"), "ready"},
    {"Scenario",
     SCENARIO STRING("id") INTEGER("revision") TIME("createdAt") TIME("updatedAt")
     STRINGS("missing") STRING("damaged") ANY("recording") LIST("problems", "FlowProblem"),
     "id revision createdAt updatedAt goal packageName steps missing"},
    {"ScenarioChanged",
     STRING("type") STRING("title") INTEGER("status") STRING("detail") STRING("code")
     REF("scenario", "Scenario"), "type title status detail code scenario"},
    {"ScenarioInput", SCENARIO INTEGER("revision"), NULL},
    {"ScenarioStats",
     STRING("scenarioId") STRING("name") INTEGER("runs") INTEGER("pass") INTEGER("fail")
     INTEGER("unverified") INTEGER("none") NUMBER("passRate") BOOLEAN("flaky")
     LIST("last", "RunOutcome"), "scenarioId name runs pass fail unverified none flaky last"},
    {"Scenarios", LIST("scenarios", "Scenario") BOOLEAN("more") STRING("next"), "scenarios more"},
    {"Schedule",
     SCHEDULE STRING("id") INTEGER("revision") TIME("createdAt") TIME("updatedAt")
     MEMBER("next", "\"type\":\"array\",\"items\":{\"type\":\"string\",\"format\":\"date-time\"}")
     REF("last", "ScheduleFiring") STRING("error") STRING("damaged"),
     "id revision createdAt updatedAt next"},
    {"ScheduleFiring",
     TIME("at") TIME("firedAt") INTEGER("missed") BOOLEAN("skipped") STRING("run")
     STRING("suiteRun") STRING("error") STRING("state") STRING("verdict") ANY("counts"), "at"},
    {"ScheduleInput", SCHEDULE INTEGER("revision"), "name cron"},
    {"Schedules", LIST("schedules", "Schedule") BOOLEAN("more") STRING("next"), "schedules more"},
    {"Screen",
     INTEGER("frame") INTEGER("widthPx") INTEGER("heightPx") STRING("title") STRING("app")
     BOOLEAN("inside") BOOLEAN("home") LIST("elements", "ScreenElement"),
     "frame widthPx heightPx title app inside home elements"},
    {"ScreenChange",
     WORDS("kind", "\"shown\",\"gone\",\"state\",\"value\",\"toast\"") STRING("text") STRING("was")
     STRING("of"), "kind text was of"},
    {"ScreenElement",
     STRING("ref") STRING("role") STRING("label") STRING("id") STRING("value")
     MEMBER("box", "\"type\":\"array\",\"items\":{\"type\":\"integer\"}") BOOLEAN("clickable")
     STRINGS("state") LIST("selectors", "ScreenSelector")
     MEMBER("called", LINK("ScreenName")) LIST("steps", "ScreenStep"),
     "ref role label id box clickable state selectors called steps"},
    {"ScreenName",
     STRING("words") WORDS("by", "\"text\",\"id\",\"none\"")
     WORDS("where", "\"\",\"beside\",\"inside\",\"below\"") STRING("anchor") BOOLEAN("unique")
     INTEGER("number") INTEGER("of"), "words by where anchor unique"},
    {"ScreenSelector",
     WORDS("kind", "\"text\",\"description\",\"id\"") STRING("value") BOOLEAN("unique")
     INTEGER("matches"), "kind value unique"},
    {"ScreenStep",
     STRING("tool") MEMBER("args", "\"type\":\"object\",\"additionalProperties\":true"),
     "tool args"},
    {"Secret", STRING("name") TIME("updatedAt") STRING("by"), "name updatedAt by"},
    {"SecretInput", STRING("value"), "value"},
    {"Secrets", LIST("secrets", "Secret") BOOLEAN("usable") STRING("why"), "secrets usable"},
    {"Seen",
     STRING("text") MEMBER("box", "\"type\":\"array\",\"items\":{\"type\":\"integer\"},"
         "\"minItems\":4,\"maxItems\":4") REF("space", "Point"), NULL},
    {"Stats", LIST("scenarios", "ScenarioStats"), "scenarios"},
    {"Status",
     STRING("name") STRING("version") STRING("status") INTEGER("followers") INTEGER("requests")
     INTEGER("watched") LIST("runs", "Run"), "name version status followers runs"},
    {"Step",
     INTEGER("id") STRING("description") LIST("expect", "Claim") BOOLEAN("checkable")
     STRING("note"), "description"},
    {"Suite",
     SUITE STRING("id") INTEGER("revision") TIME("createdAt") TIME("updatedAt")
     REF("last", "SuiteRun") STRING("damaged"),
     "id revision createdAt updatedAt"},
    {"SuiteCase",
     STRING("name") STRING("group") STRING("scenario") ANY("row") STRING("device")
     STRING("profile") INTEGER("repeat") INTEGER("expectedMs") STRING("run")
     WORDS("state", "\"queued\",\"running\",\"ended\"")
     WORDS("result", "\"pass\",\"fail\",\"unverified\",\"aborted\",\"skipped\"")
     STRING("verdict") STRING("end") STRING("reason") STRING("host") STRING("platform")
     INTEGER("attempt") STRING("waiting") BOOLEAN("healed") TIME("startedAt")
     INTEGER("durationMs") STRING("headline"), "name group state"},
    {"SuiteCounts",
     INTEGER("total") INTEGER("pass") INTEGER("fail") INTEGER("unverified") INTEGER("aborted")
     INTEGER("skipped") INTEGER("queued") INTEGER("running") INTEGER("healed"),
     "total pass fail unverified aborted skipped queued running healed"},
    {"SuiteInput", SUITE INTEGER("revision"), "name"},
    {"SuiteRerun", WORDS("only", "\"failed\",\"all\""), "only"},
    {"SuiteRun",
     STRING("id") INTEGER("revision") TIME("createdAt") TIME("updatedAt") STRING("suite")
     STRING("name") STRING("by") WORDS("state", "\"running\",\"ended\"") BOOLEAN("starting")
     INTEGER("submitted") BOOLEAN("stopping")
     WORDS("verdict", "\"PASS\",\"FAIL\",\"none\"") TIME("startedAt") TIME("endedAt")
     INTEGER("durationMs") REF("counts", "SuiteCounts") STRINGS("flaky") STRING("rerunOf")
     STRING("damaged") ANY("options") LIST("cases", "SuiteCase"), "id counts flaky"},
    {"SuiteRunInput", STRING("commit"), NULL},
    {"SuiteRuns", LIST("suiteRuns", "SuiteRun") BOOLEAN("more") STRING("next"),
     "suiteRuns more"},
    {"Suites", LIST("suites", "Suite") BOOLEAN("more") STRING("next"), "suites more"},
    {"Tested",
     BOOLEAN("ok") STRING("message") STRING("model") STRINGS("models") READY,
     "ok message model models state"},
    {"Token",
     STRING("id") STRING("name") WORDS("role", ROLES ",\"none\"") STRING("token") TIME("createdAt") STRING("by")
     TIME("expiresAt") TIME("lastUsedAt") BOOLEAN("valid"), "id name role valid"},
    {"TokenInput",
     STRING("name") WORDS("role", ROLES)
     MEMBER("days", "\"type\":[\"integer\",\"null\"],\"minimum\":1"), "name role"},
    {"Tokens", LIST("tokens", "Token"), "tokens"},
    {"Usage",
     INTEGER("iterations") INTEGER("inputTokens") INTEGER("cachedTokens") INTEGER("outputTokens")
     OR_NULL("costUsd", "number"), NULL},
    {"Webhook",
     WEBHOOK STRING("id") INTEGER("revision") TIME("createdAt") TIME("updatedAt")
     BOOLEAN("secretSet") STRING("locked") STRING("damaged"),
     "id revision createdAt updatedAt secretSet"},
    {"WebhookInput", WEBHOOK STRING("secret") INTEGER("revision"), "name events"},
    {"WebhookTested",
     BOOLEAN("ok") INTEGER("status") STRING("answer") STRING("error") INTEGER("durationMs"),
     "ok durationMs"},
    {"Webhooks", LIST("webhooks", "Webhook") BOOLEAN("more") STRING("next"), "webhooks more"},
};
// clang-format on
const size_t at_schema_count = AT_LEN(at_schemas);

static json_t *
required_json(const char *names)
{
    json_t *list = json_array();
    struct at_str left = at_str(names);
    while (left.len > 0) {
        ptrdiff_t space = at_str_find(left, AT_STR(" "));
        size_t len = space < 0 ? left.len : (size_t)space;
        json_array_append_new(list, at_json_text(at_str_head(left, len)));
        left = at_str_skip(left, space < 0 ? len : len + 1);
    }
    return list;
}

json_t *
at_schema_json(const struct at_schema *schema)
{
    const char *members = schema->members;
    if (members[0] != ',')
        return at_json_parse(at_str(members), NULL);
    char *text =
        at_strfmt("{\"type\":\"object\",\"properties\":{%s}}", members + 1);
    json_t *json = at_json_parse(at_str(text), NULL);
    if (json && schema->required)
        at_json_set(json, "required", required_json(schema->required));
    free(text);
    return json;
}
