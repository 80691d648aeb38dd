// limits.h: limits for all sizes that a peer or user controls
#ifndef AT_BASE_LIMITS_H
#define AT_BASE_LIMITS_H

#include <stddef.h>
#include <stdint.h>

#define AT_KIB ((size_t)1024)
#define AT_MIB (1024 * AT_KIB)

// ios: output of simctl, AXe and xcodebuild
#define AT_SIMULATORS_MAX ((size_t)4096)
#define AT_SIMCTL_OUTPUT_MAX_BYTES (64 * AT_MIB) // a minute of a log
#define AT_TOOL_LINE_MAX_BYTES (64 * AT_KIB)

// screen: a dump of 10,000 nodes is 4 MB; no real screen has 16 times that
#define AT_DUMP_MAX_BYTES (32 * AT_MIB)
#define AT_TREE_MAX_NODES ((size_t)50000)
#define AT_TREE_MAX_DEPTH ((size_t)512)
#define AT_NODE_TEXT_MAX_BYTES (1 * AT_MIB)
#define AT_COMPACT_MAX_BYTES (4 * AT_MIB)
#define AT_COMPACT_MAX_LINES 200 // the contract's default

// adb: the server drops longer requests (protocols.md 1.1)
#define AT_ADB_REQUEST_MAX_BYTES (1 * AT_MIB)
#define AT_ADB_REPLY_MAX_BYTES (1 * AT_MIB)
#define AT_ADB_PACKET_MAX_BYTES (1 * AT_MIB)
#define AT_ADB_SYNC_CHUNK_MAX_BYTES (64 * AT_KIB)
#define AT_ADB_SYNC_PATH_MAX_BYTES ((size_t)1024)
#define AT_SHELL_OUTPUT_MAX_BYTES (64 * AT_MIB)
#define AT_SCREENSHOT_MAX_BYTES (64 * AT_MIB)
#define AT_VIDEO_FILES_MAX ((size_t)60) // files per recording: three hours
#define AT_VIDEO_FILE_MAX_BYTES (512 * AT_MIB)
#define AT_VIDEO_SAMPLES_MAX ((size_t)1000000)  // frames of a file
#define AT_VIDEO_PACKET_MAX_BYTES (8 * AT_MIB)  // one frame
#define AT_VIDEO_KEPT_MAX_BYTES (24 * AT_MIB)   // frames kept for readers
#define AT_VIDEO_OUT_MAX_BYTES (64 * AT_MIB)    // written to a file at once
#define AT_SCRCPY_FILE_MAX_BYTES (16 * AT_MIB)  // its server: 0.1 to 0.7 MiB
#define AT_SCRCPY_WORDS_MAX_BYTES (16 * AT_KIB) // server output
#define AT_DATABASE_MAX_BYTES (256 * AT_MIB)
#define AT_APK_MAX_BYTES (4096 * AT_MIB)
#define VD_APK_MAX_BYTES (512 * AT_MIB) // virtual-android reads it at once
#define AT_ANDROID_DEVICES_MAX ((size_t)256)
#define AT_ANDROID_AVDS_MAX ((size_t)256)
#define AT_AVD_INI_MAX_BYTES (16 * AT_KIB)
#define AT_ANDROID_WORDS_MAX_BYTES (4 * AT_MIB) // pm, ps, dumpsys, getprop
#define AT_SQL_MAX_BYTES (64 * AT_KIB) // a word of the device's shell: 128 KiB
#define AT_DB_ROWS_MAX_BYTES ((size_t)40000)
#define AT_LOG_TEXT_MAX_BYTES ((size_t)40000)
#define AT_LOG_WHOLE_MAX_BYTES (4 * AT_MIB)   // a resource
#define AT_LOG_SCAN_MAX_LINES ((size_t)10000) // read by a query
#define AT_LOG_LINE_MAX_BYTES (16 * AT_KIB)   // line of a followed log
#define AT_LOG_PROCESSES_MAX ((size_t)8192)   // remembered while following
#define AT_KEY_REPEAT_MAX 5000
#define AT_MANIFEST_MAX_BYTES (4 * AT_MIB)
#define AT_AXML_TEXT_MAX_BYTES (8 * AT_MIB) // total of decoded strings
#define AT_AXML_MAX_DEPTH ((size_t)64)
#define AT_CLASS_NAME_MAX_BYTES ((size_t)1024) // package names too
#define AT_APK_MAX_INSTRUMENTATIONS ((size_t)64)

// emulator, grpc: answers and files of the emulator
#define AT_GRPC_MESSAGE_TEXT_MAX ((size_t)512) // `grpc-message`, decoded
#define AT_GRPC_REQUEST_MAX_BYTES (2 * AT_MIB)
#define AT_GRPC_ENDPOINTS_MAX ((size_t)4)
#define AT_EMULATOR_INI_MAX_BYTES (64 * AT_KIB)
#define AT_EMULATOR_TOKEN_MAX_BYTES (4 * AT_KIB)
#define AT_EMULATOR_KEYS_MAX_BYTES (256 * AT_KIB) // some 300 per key
#define AT_JWT_PART_MAX_BYTES (4 * AT_KIB)        // header, claims, or a key
#define AT_EMULATOR_STATUS_MAX_BYTES (256 * AT_KIB)
#define AT_CLIPBOARD_MAX_BYTES (1 * AT_MIB)
#define AT_GESTURE_MAX_MS 60000

// helper, http1: requests to the helper on the device, and its answers
#define AT_HTTP1_HEAD_MAX_BYTES (16 * AT_KIB)
#define AT_HTTP1_FIELDS_MAX ((size_t)100)
#define AT_HELPER_REQUEST_MAX_BYTES (256 * AT_KIB) // the helper's own limit
#define AT_HELPER_ANSWER_MAX_BYTES (64 * AT_KIB)   // without tree and events
#define AT_HELPER_EVENTS_MAX_BYTES (2 * AT_MIB) // 64 events of 1,000 characters
#define AT_HELPER_TEXT_MAX_UNITS ((size_t)65536) // UTF-16 units of a text
#define AT_HELPER_OUTPUT_MAX_BYTES (64 * AT_KIB) // a line of am
#define AT_HELPER_APK_MAX_BYTES (16 * AT_MIB)
#define AT_HELPER_JAR_MAX_BYTES (1 * AT_MIB)

// folders that are listed, measured or removed
#define AT_FOLDER_MAX_ENTRIES ((size_t)200000) // entries per folder
#define AT_FOLDER_MAX_DEPTH ((size_t)100)      // one descriptor each

// property lists: an app's Info.plist has a few kilobytes
#define AT_PLIST_MAX_BYTES (4 * AT_MIB)
#define AT_PLIST_MAX_DEPTH ((size_t)64)
#define AT_PLIST_MAX_VALUES ((size_t)100000)
#define AT_PLIST_TEXT_MAX_BYTES (16 * AT_MIB) // total, decoded

// json, mcp: mcp.md sections 0 and 6
#define AT_MCP_LINE_MAX_BYTES (16 * AT_MIB)
#define AT_MCP_REPLY_MAX_BYTES (9 * AT_MIB) // SDK clients give up at 10 MiB
#define AT_MCP_LIST_MAX_BYTES (12 * AT_KIB) // descriptions of all tools
#define AT_MCP_TEXT_MAX_BYTES ((size_t)48000)
#define AT_MCP_QUEUE_MAX ((size_t)4096)
#define AT_MCP_QUEUE_MAX_BYTES (64 * AT_MIB) // waiting and running calls
#define AT_MCP_OUT_MAX_BYTES (64 * AT_MIB)   // unread answers
#define AT_MCP_ID_MAX_BYTES (64 * AT_KIB)
#define AT_MCP_BATCH_MAX ((size_t)100)
#define AT_MCP_READ_MAX_MS 20000       // reading a resource, getting a prompt
#define AT_MCP_LANES_MAX ((size_t)32)  // threads that run calls
#define AT_MCP_LANE_ROOM ((size_t)128) // a lane's name and its NUL
#define AT_SESSIONS_MAX ((size_t)64)   // open sessions
#define AT_SESSION_OUTPUT_MAX_BYTES                                            \
    (4 * AT_MIB)                          // an output stored for later reading
#define AT_SESSIONS_GONE_MAX ((size_t)64) // sessions kept with their end reason
#define AT_SESSION_IDLE_MS INT64_C(1800000)
#define AT_LOCK_NAME_MAX_BYTES ((size_t)200)
#define AT_JSON_MAX_DEPTH 200
#define AT_JSON_MAX_VALUES 250000
#define AT_JSON_VALUE_BYTES ((size_t)192) // jansson's size of "{}"
#define AT_FLOW_MAX_STEPS ((size_t)200)
#define AT_TEXT_INPUT_MAX_BYTES (8 * AT_KIB)
#define AT_SELECTOR_MAX_BYTES (4 * AT_KIB)

// cli
#define AT_FLOW_TEXT_MAX_BYTES (4 * AT_MIB)     // a Maestro flow
#define AT_CLI_RESULT_MAX_BYTES (160 * AT_MIB)  // a screen twice, and its dump
#define AT_VERSION_TEXT_MAX_BYTES (64 * AT_KIB) // a tool's --version

// http: memory for one request, and for all of them
#define AT_HTTP_BODY_MAX_BYTES (4 * AT_MIB)    // the SDK servers' limit
#define AT_HTTP_BODIES_MAX_BYTES (64 * AT_MIB) // all requests
#define AT_HTTP_OUT_MAX_BYTES (64 * AT_MIB)    // unread answers
#define AT_HTTP_NOTES_MAX_BYTES (256 * AT_KIB) // then notifications are dropped
#define AT_HTTP_HEAD_MAX_BYTES (32 * AT_KIB)
#define AT_HTTP_CONNECTION_MAX_BYTES (128 * AT_KIB) // head and its parsed rows
#define AT_HTTP_TOKEN_MAX_BYTES (4 * AT_KIB)
#define AT_HTTP_HEADERS_MAX ((size_t)100)
#define AT_HTTP_CONNECTIONS_MAX 256
#define AT_HTTP_RECEIVE_MAX_MS 30000 // receiving a complete request
#define AT_HTTP_SLOW_MS 1000         // then a slow body may have to make room
#define AT_HTTP_SEND_MAX_MS 120000   // sending a finished answer
#define AT_HTTP_IDLE_MAX_MS 60000    // pause between requests
#define AT_HTTP_SILENCE_MAX_MS 15000 // then a comment keeps the stream alive

// server: mobile-tester-agent
#define AT_ROUTE_PARAMS_MAX ((size_t)3)
#define AT_SERVER_QUERY_MAX ((size_t)32) // parameters per request
#define AT_SERVER_WORKERS_MAX ((size_t)8)
#define AT_SERVER_WAITING_MAX ((size_t)32) // concurrent POST /run-test
#define AT_SERVER_QUEUE_MAX ((size_t)256)
#define AT_SERVER_REPLY_MAX_BYTES (32 * AT_MIB)
#define AT_SERVER_PAGE_MAX 500                 // entries of a list
#define AT_SERVER_READERS_MAX ((size_t)224)    // event readers
#define AT_SERVER_IMPORT_MAX ((size_t)1000)    // scenarios per import
#define AT_SERVER_SLOW_CALL_MAX_MS 60000       // devices, a profile's test
#define AT_VIEWS_MAX ((size_t)8)               // devices on view
#define AT_STREAM_GROUP_MAX_BYTES (8 * AT_MIB) // since the last key frame
#define AT_SCREEN_ELEMENTS_MAX ((size_t)400)   // selectable elements
#define AT_VIEW_WAIT_MAX_MS 20000              // wait for the next picture
#define AT_PICTURE_MAX_BYTES ((size_t)400000)  // a picture scaled for a page
#define AT_THUMBNAIL_MAX_BYTES ((size_t)20000) // 240 pixels wide at most
#define AT_HUB_EVENTS_MAX ((size_t)1024)       // events kept for readers
#define AT_HUB_BYTES_MAX (1 * AT_MIB)          // total of those events
#define AT_HUB_STALL_MS 10000                  // before a reader is dropped
#define AT_HUB_REPLAY_MAX ((size_t)128)        // events read at once
#define AT_HUB_REPLAY_MAX_BYTES (256 * AT_KIB) // bytes read at once

// session: files stored by the command line
#define AT_SESSION_FILE_MAX_BYTES (1 * AT_MIB)
#define AT_SESSION_VALUE_MAX_BYTES (32 * AT_KIB)
#define AT_SESSION_ENV_MAX ((size_t)256)
#define AT_SNAPSHOT_FILE_MAX_BYTES (96 * AT_MIB) // a dump and its elements
#define AT_SNAPSHOT_KEPT_MAX                                                   \
    ((size_t)2000) // elements, in addition to the source
#define AT_SNAPSHOT_NUMBERS_MAX_BYTES (512 * AT_KIB) // "1-5,9" for all nodes
#define AT_RUN_EVENT_MAX_BYTES (4 * AT_MIB)
#define AT_RUN_LINE_MAX_BYTES (64 * AT_KIB)      // line in a tool's log
#define AT_RUN_EVENT_LINE_MAX_BYTES (4 * AT_KIB) // line in an event
#define AT_RUN_OUTPUT_MAX_BYTES (8 * AT_MIB)     // output of a run in events
#define AT_RESULT_MAX_BYTES (160 * AT_MIB)

// cli: the live process and the line editor
#define AT_LIVE_LINKS_MAX ((size_t)16)       // concurrent connections
#define AT_LIVE_HELLO_MAX_BYTES (4 * AT_KIB) // first line of a connection
#define AT_LIVE_REQUEST_MAX_BYTES (4 * AT_MIB)
#define AT_LIVE_WORDS_MAX ((size_t)256)
#define AT_LIVE_LOG_MAX_BYTES (1 * AT_MIB) // before rotation to live.log.1
#define AT_REPL_LINE_MAX_BYTES (64 * AT_KIB)
#define AT_REPL_HISTORY_MAX ((size_t)1000)
#define AT_REPL_HISTORY_MAX_BYTES (1 * AT_MIB)

// agent: input from a scenario, a recording and a model
#define AT_SCENARIO_STEPS_MAX ((size_t)200)
#define AT_SCENARIO_TEXT_MAX_BYTES (8 * AT_KIB) // goal or step
#define AT_SCENARIO_WORD_MAX_BYTES ((size_t)512)
#define AT_SCENARIO_LIST_MAX ((size_t)100) // tags, packages, addresses
#define AT_CLAIMS_MAX ((size_t)20)         // expectations per step
#define AT_CLAIM_TEXT_MAX_BYTES (2 * AT_KIB)
#define AT_CLAIM_WHY_MAX_BYTES (4 * AT_KIB) // reasons for a verdict
#define AT_CLAIM_COUNT_MAX INT64_C(100000)
#define AT_EXPECT_ANSWER_MAX_BYTES (256 * AT_KIB) // a model's answer
#define AT_SECRET_NAME_MAX_BYTES ((size_t)64)
#define AT_SECRET_MAX_BYTES (4 * AT_KIB)           // secret value
#define AT_VERDICT_LINE_MAX_BYTES ((size_t)400)    // reason of a verdict
#define AT_STRATEGY_MESSAGE_MAX_BYTES (8 * AT_MIB) // one message to a model
#define AT_RECIPE_CALLS_MAX ((size_t)2000)
#define AT_RECIPE_TEXT_MAX_BYTES (4 * AT_KIB)

// store, tester: stored files
#define AT_STORE_LIST_MAX ((size_t)1000)         // documents per answer
#define AT_STATS_SCENARIOS_MAX 200               // scenarios per request
#define AT_STATS_RUNS_MAX 200                    // runs counted per scenario
#define AT_STORE_DOC_MAX_BYTES (4 * AT_MIB)      // JSON of a document
#define AT_STORE_EVENT_MAX_BYTES (256 * AT_KIB)  // JSON of an event
#define AT_REPORT_MAX_BYTES (64 * AT_MIB)        // one file of a report
#define AT_HTML_EVENTS_MAX_BYTES (16 * AT_MIB)   // a run as one HTML file
#define AT_HTML_PICTURES_MAX_BYTES (15 * AT_MIB) // 20 MiB in base64
#define AT_HTML_FILE_MAX_BYTES (512 * AT_KIB)    // one model call
#define AT_HTML_OTHERS_MAX_BYTES (8 * AT_MIB)    // all model calls
#define AT_HTML_FILES_MAX ((size_t)5000)
#define AT_RUNS_QUEUE_MAX ((size_t)20000)
#define AT_WORKER_MESSAGE_MAX_BYTES (16 * AT_MIB)    // including a picture
#define AT_WORKER_TEXT_MAX_BYTES ((size_t)64 * 1024) // text of an event
#define AT_WORKER_SILENCE_MS 20000                   // then a worker hangs
#define AT_WORKER_BEAT_MS 1000
#define AT_WORKER_STOP_MS 25000      // clean end of a run
#define AT_TEARDOWN_STOPPED_MS 60000 // additional time for teardown
#define AT_WORKER_MEMORY_MAX_BYTES (1024 * AT_MIB)
#define AT_STORE_TEXT_MAX_BYTES (16 * AT_KIB) // searchable text

// agent/providers: answers of models
#define AT_MODEL_REPLY_MAX_BYTES (16 * AT_MIB) // streamed or whole
#define AT_MODEL_PARTS_MAX ((size_t)1024)      // parts per turn
#define AT_MODEL_ERROR_MAX_BYTES (64 * AT_KIB) // body of an error
#define AT_MODEL_WAIT_MAX_MS INT64_C(86400000) // requested by a provider

#define AT_LOG_LINES_MAX 200 // the contract's LOGCAT constant
#define AT_IMAGE_MAX_PIXELS ((size_t)7680 * 4320) // decoded: an 8K screen
#define AT_IMAGE_MAX_SIDE_PX 1568
#define AT_IMAGE_MAX_BYTES ((size_t)900000)

// tester: its own files, and answers of models
#define AT_HINTS_MAX_BYTES (16 * AT_KIB) // a user's notes about an app
#define AT_ENV_FILE_MAX_BYTES (256 * AT_KIB)
#define AT_YAML_MAX_BYTES (1 * AT_MIB)
#define AT_SCENARIO_FILE_MAX_BYTES (64 * AT_MIB) // scenarios, run events
#define AT_HTTPS_HEAD_MAX_BYTES (128 * AT_KIB)
#define AT_HTTPS_HEADER_MAX_BYTES (4 * AT_KIB) // a kept header
#define AT_MODEL_ANSWER_MAX_BYTES (16 * AT_MIB)
#define AT_MODEL_REQUEST_MAX_BYTES (64 * AT_MIB) // including pictures
#define AT_MODEL_CALL_MAX_BYTES (1 * AT_MIB)     // a stored request
#define AT_MODEL_CALLS_MAX_BYTES (64 * AT_MIB)   // all requests of a run

#endif
