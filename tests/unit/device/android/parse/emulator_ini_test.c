#include "device/android/parse/emulator_ini.h"

#include "base/buf.h"
#include "base/limits.h"
#include "tests/t.h"

static const char whole[] = "port.serial=5554\n"
                            "emulator.build=11\n"
                            "emulator.version=36.0.0.0\n"
                            "port.adb=5555\n"
                            "avd.name=Pixel 7\n"
                            "cmdline=\"qemu\" \"-avd\" \"a=b\"\n"
                            "grpc.token=dG9rZW4rLw==\n"
                            "grpc.jwks=/run/user/1000/avd/running/77/jwks/x\n"
                            "grpc.jwk_active=/run/77/jwks/x/active.jwk\n"
                            "grpc.allowlist=/sdk/emulator/lib/a=b.json\n"
                            "grpc.port=8554\n";

static const struct {
    const char *name;
    const char *text;
    bool ok;
    int console_port;
    int grpc_port;
    const char *token;
} rows[] = {
    {"whole", whole, true, 5554, 8554, "dG9rZW4rLw=="},
    {"nothing", "", true, 0, 0, ""},
    {"no gRPC", "port.serial=5556\n", true, 5556, 0, ""},
    {"CR LF", "port.serial=5554\r\ngrpc.port=1\r\n", true, 5554, 1, ""},
    {"blanks", " port.serial = 5554 \ngrpc.token = a \n", true, 5554, 0, "a"},
    {"the last counts", "grpc.port=1\ngrpc.port=2\n", true, 0, 2, ""},
    {"no end", "port.serial=5554\ngrpc.port=65535", true, 5554, 65535, ""},
    {"no line of ours", "=\n==\nx\n[a]\ngrpc.portx=1\n", true, 0, 0, ""},
    {"port 0", "grpc.port=0\n", false, 0, 0, ""},
    {"port too large", "grpc.port=65536\n", false, 0, 0, ""},
    {"port of words", "port.serial=55a4\n", false, 0, 0, ""},
    {"port without a number", "port.serial=\n", false, 0, 0, ""},
    {"a token of two words", "grpc.token=a b\n", false, 0, 0, ""},
    {"a token with a tab", "grpc.token=a\tb\n", false, 0, 0, ""},
    {"a token beyond ASCII", "grpc.token=\xc3\xa9\n", false, 0, 0, ""},
};

T_TEST(emulator_ini_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_str text = at_str(rows[i].text);
        struct at_emulator_ini ini;
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].name);
        T_EQ_INT(at_emulator_ini_parse(text, &ini, &err), rows[i].ok);
        T_EQ_INT(err.code, rows[i].ok ? AT_OK : AT_EPROTO);
        if (rows[i].ok) {
            T_EQ_INT(ini.console_port, rows[i].console_port);
            T_EQ_INT(ini.grpc_port, rows[i].grpc_port);
            T_EQ_STR(ini.token, rows[i].token);
        }
        // A file that is being written: less is known, nothing else is.
        for (size_t cut = 0; cut < text.len; cut++) {
            if (!at_emulator_ini_parse(at_str_head(text, cut), &ini, NULL))
                continue;
            T_OK(ini.console_port >= 0 && ini.console_port <= 65535);
            T_OK(ini.token.len <= cut);
        }
    }
}

T_TEST(emulator_ini_has_all_keys)
{
    struct at_emulator_ini ini;
    T_OK(at_emulator_ini_parse(at_str(whole), &ini, NULL));
    T_EQ_STR(ini.jwks, "/run/user/1000/avd/running/77/jwks/x");
    T_EQ_STR(ini.jwk_active, "/run/77/jwks/x/active.jwk");
    T_EQ_STR(ini.allowlist, "/sdk/emulator/lib/a=b.json");
    T_EQ_STR(ini.cert, "");
    T_OK(
        at_emulator_ini_parse(at_str("grpc.server_cert=/x.pem\n"), &ini, NULL));
    T_EQ_STR(ini.cert, "/x.pem");
}

T_TEST(emulator_ini_token_is_bounded)
{
    struct at_buf text = AT_BUF_INIT(2 * AT_EMULATOR_TOKEN_MAX_BYTES);
    struct at_emulator_ini ini;
    at_buf_add_text(&text, "grpc.token=");
    for (size_t i = 0; i < AT_EMULATOR_TOKEN_MAX_BYTES; i++)
        at_buf_add_char(&text, 'a');
    T_OK(at_emulator_ini_parse(at_buf_str(&text), &ini, NULL));
    at_buf_add_char(&text, 'a');
    T_NOT(at_emulator_ini_parse(at_buf_str(&text), &ini, NULL));
    at_buf_deinit(&text);
}

T_TEST(emulator_ini_names)
{
    static const struct {
        const char *name;
        long pid;
    } names[] = {
        {"pid_1.ini", 1},
        {"pid_2147483647.ini", INT32_MAX},
        {"pid_2147483648.ini", 0},
        {"pid_0.ini", 0},
        {"pid_-1.ini", 0},
        {"pid_.ini", 0},
        {"pid_1.ini.part", 0},
        {"pid_1", 0},
        {"xpid_1.ini", 0},
        {"pid_1x.ini", 0},
        {"pid.ini", 0},
        {"", 0},
    };
    for (size_t i = 0; i < T_LEN(names); i++) {
        T_ROW(names[i].name);
        T_EQ_INT(at_emulator_ini_pid(at_str(names[i].name)), names[i].pid);
    }
}

T_MAIN()
