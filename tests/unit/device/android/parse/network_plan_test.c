#include "device/android/parse/network_plan.h"

#include "tests/t.h"

static const struct {
    const char *preset;
    const char *speed;
    const char *delay;
    int wifi;
    int airplane;
    bool restore;
    const char *steps; // commands; console ones in <>
    const char *done;
} plans[] = {
    {"gsm", "", "", -1, -1, false, "svc data enable|<network speed gsm>",
     "Network speed preset: gsm"},
    {"3g", "", "umts", -1, -1, false,
     "svc data enable|<network speed umts><network delay umts>",
     "Network speed preset: 3g; Latency: umts"},
    {"full", "", "none", -1, -1, false,
     "svc data enable|<network speed full><network delay none>",
     "Network speed preset: full; Latency: none"},
    {"full", "", "", -1, -1, true,
     "svc wifi enable|svc data enable|<network speed full>",
     "WiFi: enabled; Mobile data: enabled; Network speed preset: full"},
    {"full", "", "", 1, -1, true,
     "svc data enable|<network speed full>svc wifi enable|",
     "Mobile data: enabled; Network speed preset: full; WiFi: enabled"},
    {"offline", "", "", -1, -1, true, "svc wifi disable|svc data disable|",
     "Offline: WiFi disabled; mobile data disabled"},
    {"", "500:2000", "100:300", 1, 0, false,
     "cmd connectivity airplane-mode disable|svc wifi enable|"
     "<network speed 500:2000><network delay 100:300>",
     "Airplane mode: disabled; WiFi: enabled; Network speed (up:down kbps): "
     "500:2000; Latency: 100:300"},
    {"", "14.4:14.4", "", -1, -1, false, "<network speed 14.4:14.4>",
     "Network speed (up:down kbps): 14.4:14.4"},
    {"", "", "", 0, 1, false,
     "cmd connectivity airplane-mode enable|svc wifi disable|",
     "Airplane mode: enabled; WiFi: disabled"},
};

static struct at_network
network(const char *preset, const char *speed, const char *delay, int wifi,
        int airplane)
{
    return (struct at_network){.preset = at_str(preset),
                               .speed = at_str(speed),
                               .delay = at_str(delay),
                               .wifi = wifi,
                               .airplane = airplane};
}

T_TEST(conditions_become_steps)
{
    for (size_t i = 0; i < T_LEN(plans); i++) {
        struct at_network given =
            network(plans[i].preset, plans[i].speed, plans[i].delay,
                    plans[i].wifi, plans[i].airplane);
        struct at_buf steps = AT_BUF_INIT(1024);
        struct at_buf done = AT_BUF_INIT(1024);
        struct at_network_plan plan;
        bool console = false;

        T_ROW(plans[i].done);
        T_OK(at_network_plan_make(&given, plans[i].restore, &plan, NULL));
        for (size_t j = 0; j < plan.count; j++) {
            bool is_console = plan.steps[j].kind == AT_NETWORK_CONSOLE;

            console = console || is_console;
            at_buf_add_fmt(&steps, is_console ? "<%s>" : "%s|",
                           plan.steps[j].command);
            at_buf_add_fmt(&done, "%s%s",
                           done.len > 0 && plan.steps[j].done[0] ? "; " : "",
                           plan.steps[j].done);
        }
        T_EQ_TEXT(at_buf_text(&steps), plans[i].steps);
        T_EQ_TEXT(at_buf_text(&done), plans[i].done);
        T_EQ_INT(plan.needs_emulator, console);
        T_EQ_INT(plan.goes_offline, !strcmp(plans[i].preset, "offline"));
        at_buf_deinit(&steps);
        at_buf_deinit(&done);
    }
}

// The console's part is left out on a phone.
T_TEST(online_undoes_everything)
{
    const struct at_network given = {
        .wifi = -1, .airplane = -1, .online = true};
    struct at_network_plan plan;
    T_OK(at_network_plan_make(&given, false, &plan, NULL));
    T_EQ_SIZE(plan.count, 4);
    T_EQ_TEXT(plan.steps[0].command, "svc wifi enable");
    T_EQ_TEXT(plan.steps[1].command, "svc data enable");
    T_EQ_TEXT(plan.steps[2].command, "network speed full");
    T_EQ_TEXT(plan.steps[3].command, "network delay none");
    T_OK(!plan.needs_emulator && plan.skips_console && !plan.goes_offline);
}

static const struct {
    const char *preset;
    const char *speed;
    const char *delay;
    const char *says;
} refused[] = {
    {"", "", "", "no network condition given"},
    {"5g", "", "", "valid are gsm"},
    {"GSM", "", "", "unknown preset 'GSM'"},
    {"", "500", "", "up:down"},
    {"", "500:", "", "up:down"},
    {"", ":500", "", "up:down"},
    {"", "0:0", "", "up:down"},
    {"", "5.:5", "", "up:down"},
    {"", "1:2:3", "", "up:down"},
    {"", "-1:2", "", "up:down"},
    {"", "1:2\nkill", "", "up:down"},
    {"", "9999999999999:1", "", "up:down"},
    {"", "", "300:100", "min:max"},
    {"", "", "100", "min:max"},
    {"", "", "umts\nkill", "min:max"},
    {"", "", "1:99999999", "min:max"},
    {"gsm", "x", "", "not a speed"},
};

T_TEST(nonsense_is_refused)
{
    for (size_t i = 0; i < T_LEN(refused); i++) {
        struct at_network given = network(refused[i].preset, refused[i].speed,
                                          refused[i].delay, -1, -1);
        struct at_err err = AT_ERR_INIT;
        struct at_network_plan plan;

        T_ROW(refused[i].says);
        T_NOT(at_network_plan_make(&given, false, &plan, &err));
        T_EQ_INT(err.code, AT_EUSAGE);
        T_HAS(err.msg, refused[i].says);
    }
}

T_TEST(the_fullest_plan_fits)
{
    struct at_network given = network("lte", "1:2", "1:2", 1, 1);
    struct at_network_plan plan;
    T_OK(at_network_plan_make(&given, true, &plan, NULL));
    T_EQ_SIZE(plan.count, 6);
    T_OK(plan.count <= AT_NETWORK_STEPS_MAX);
}

T_MAIN()
