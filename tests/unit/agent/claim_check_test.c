// claim_check_test.c: claims evaluated on screens as real apps lay them out
#include <jansson.h>

#include "agent/proof/claim_near.h"
#include "base/limits.h"
#include "tests/unit/screen/fixture.h"

// clang-format off
// A basket with labels at the left and amounts at the right.
#define BASKET                                                                 \
    ROOT(N(TXT, T("Basket") AT("[40,40][1040,140]"),)                          \
         N(TXT, T("Medicines (2)") AT("[40,200][500,260]"),)                   \
         N(TXT, T("27.70 €") AT("[860,200][1040,260]"),)                       \
         N(TXT, T("incl. 5 % discount") AT("[40,260][500,310]"),)              \
         N(TXT, T("Delivery") AT("[40,340][500,400]"),)                        \
         N(TXT, T("3.50 €") AT("[880,340][1040,400]"),)                        \
         N(TXT, T("Total") AT("[40,440][500,500]"),)                           \
         N(TXT, T("31.20 €") AT("[860,440][1040,500]"),))
// Two labels with their values in each line.
#define TWO_PAIRS                                                              \
    ROOT(N(TXT, T("Medicines") AT("[40,200][260,260]"),)                       \
         N(TXT, T("27.70 €") AT("[300,200][500,260]"),)                        \
         N(TXT, T("Delivery") AT("[520,200][700,260]"),)                       \
         N(TXT, T("3.50 €") AT("[860,200][1040,260]"),)                        \
         N(TXT, T("Rooms") AT("[40,300][260,360]"),)                           \
         N(TXT, T("2") AT("[300,300][500,360]"),))
// Cards side by side, the value below its label.
#define CARDS                                                                  \
    ROOT(N(VIEW, TAP AT("[40,200][520,420]"),                                  \
           N(TXT, T("Income") AT("[80,220][480,280]"),)                        \
           N(TXT, T("1.234,50 €") AT("[80,300][480,400]"),))                   \
         N(VIEW, TAP AT("[560,200][1040,420]"),                                \
           N(TXT, T("Costs") AT("[600,220][1000,280]"),)                       \
           N(TXT, T("234,50 €") AT("[600,300][1000,400]"),)))
// A card with several entries.
#define CARD                                                                   \
    ROOT(N(VIEW, TAP AT("[40,200][1040,560]"),                                 \
           N(TXT, T("Medicines") AT("[80,220][480,280]"),)                     \
           N(TXT, T("27.70 €") AT("[840,220][1000,280]"),)                     \
           N(TXT, T("Delivery") AT("[80,300][480,360]"),)                      \
           N(TXT, T("3.50 €") AT("[840,300][1000,360]"),)                      \
           N(TXT, T("in stock") AT("[80,380][480,440]"),)))
// A product whose price is elsewhere in its card.
#define PRODUCT                                                                \
    ROOT(N(VIEW, TAP AT("[40,200][1040,400]"),                                 \
           N(TXT, T("Aspirin") AT("[80,220][480,280]"),)                       \
           N(TXT, T("in stock") AT("[80,300][480,360]"),)                      \
           N(TXT, T("5.40 €") AT("[840,300][1000,360]"),)))
// Names with what belongs to them below, in smaller type.
#define DOCTORS                                                                \
    ROOT(N(TXT, T("Petra Osterholm") AT("[40,200][800,270]"),)                 \
         N(TXT, T("Cardiologist") AT("[40,280][800,325]"),)                    \
         N(TXT, T("Room 214") AT("[40,335][800,380]"),)                        \
         N(TXT, T("Jon Berg") AT("[40,420][800,490]"),)                        \
         N(TXT, T("Surgeon") AT("[40,500][800,545]"),)                         \
         N(TXT, T("Room 7") AT("[40,555][800,600]"),))
#define LINES                                                                  \
    ROOT(N(TXT, T("Bread") AT("[40,200][800,260]"),)                           \
         N(TXT, T("Butter") AT("[40,280][800,340]"),)                          \
         N(TXT, T("Milk") AT("[40,360][800,420]"),))
// A list whose items have two lines of one size.
#define ITEMS                                                                  \
    ROOT(N(LIST, SCROLLS AT("[0,200][1080,1900]"),                             \
           N(BOX, TAP AT("[0,200][1080,380]"),                                 \
             N(TXT, T("Note 1") AT("[40,220][800,280]"),)                      \
             N(TXT, T("Bread") AT("[40,290][800,350]"),))                      \
           N(BOX, TAP AT("[0,380][1080,560]"),                                 \
             N(TXT, T("Note 2") AT("[40,400][800,460]"),)                      \
             N(TXT, T("Milk") AT("[40,470][800,530]"),))                       \
           N(BOX, TAP AT("[0,560][1080,740]"),                                 \
             N(TXT, T("Note 3") AT("[40,580][800,640]"),)                      \
             N(TXT, T("Tea") AT("[40,650][800,710]"),))))
// An article with a caption between the label and the amount.
#define CAPTIONED                                                              \
    ROOT(N(TXT, T("Total") AT("[40,200][800,280]"),)                           \
         N(TXT, T("with taxes") AT("[40,290][800,330]"),)                      \
         N(TXT, T("31.20 €") AT("[40,340][800,400]"),)                         \
         N(TXT, T("2.00 €") AT("[40,420][800,480]"),))
// Rows of settings: wrappers have the state of their labels.
#define ROWS                                                                   \
    ROOT(N(BOX, TAP OFF("[0,200][1080,300]"),                                  \
           N(TXT, T("Send report") AT("[40,220][600,280]"),))                  \
         N(BOX, TAP AT("[0,320][1080,420]"),                                   \
           N(TXT, T("Dark theme") AT("[40,340][600,400]"),)                    \
           N("android.widget.Switch", T("ON") CHECK("true")                    \
             AT("[900,340][1040,400]"),))                                      \
         N(BOX, TAP SELECTED AT("[0,440][540,540]"),                           \
           N(TXT, T("Inbox") AT("[40,460][300,520]"),))                        \
         N(BOX, TAP AT("[540,440][1080,540]"),                                 \
           N(TXT, T("Sent") AT("[580,460][900,520]"),))                        \
         N(TXT, T("Stay here") AT("[40,560][500,620]"),)                       \
         N("android.widget.CheckBox", T("Remember me") CHECK("true")           \
           AT("[560,560][1040,620]"),)                                         \
         N(BOX, OFF("[0,640][1080,740]"),                                      \
           N(TXT, T("Backup") AT("[40,660][500,720]"),))                       \
         N(TXT, T("Plain") AT("[40,760][500,820]"),))
// The whole page can be touched, and is not a control.
#define PAGE                                                                   \
    ROOT(N(BOX, TAP SELECTED AT("[0,0][1080,1920]"),                           \
           N(TXT, T("Small") AT("[40,200][500,260]"),)                         \
           N("android.widget.RadioButton", CHECK("false")                      \
             AT("[900,200][1000,260]"),)))
#define FORM                                                                   \
    ROOT(N(TXT, T("E-mail") AT("[40,200][500,260]"),)                          \
         N(EDIT, ID("mail") T("a@b.c") OFF("[40,270][1040,350]"),)             \
         N(BTN, T("Delete") TAP AT("[40,400][500,480]"),)                      \
         N(BTN, T("Delete note") TAP AT("[40,500][500,580]"),)                 \
         N(BTN, T("Delete note") TAP AT("[40,600][500,680]"),)                 \
         N(BTN, T("Delete note") TAP AT("[40,700][500,780]"),))
#define MIXED                                                                  \
    ROOT(N(TXT, T("Hotel") AT("[40,200][500,260]"),)                           \
         N(TXT, T("$100") AT("[860,200][1040,260]"),)                          \
         N(TXT, T("Tax") AT("[40,300][500,360]"),)                             \
         N(TXT, T("5 €") AT("[880,300][1040,360]"),)                           \
         N(TXT, T("Sum") AT("[40,400][500,460]"),)                             \
         N(TXT, T("$105") AT("[860,400][1040,460]"),)                          \
         N(TXT, T("Battery") AT("[40,500][500,560]"),)                         \
         N(TXT, T("80 %") AT("[860,500][1040,560]"),))
#define ARABIC                                                                 \
    ROOT(N(TXT, T("\u0627\u0644\u0645\u062c\u0645\u0648\u0639") AT("[860,200][1040,260]"),) \
         N(TXT, T("31.20 €") AT("[40,200][240,260]"),))

static const struct {
    const char *name;
    const char *screen;
    const char *claim;
    enum at_claim_outcome outcome;
} rows[] = {
    // Amounts and the labels that they belong to.
    {"the amount of the line", BASKET, "{'amount':'27.70 €','near':'Medicines'}", AT_CLAIM_HOLDS},
    {"not the number of the label", BASKET, "{'amount':'2','near':'Medicines'}", AT_CLAIM_FAILS},
    {"not the percentage below", BASKET, "{'amount':'5 %','near':'Medicines'}", AT_CLAIM_FAILS},
    {"the line below has its own", BASKET, "{'amount':'3.50 €','near':'Medicines'}", AT_CLAIM_FAILS},
    {"a sum", BASKET, "{'sum':['Medicines','Delivery'],'near':'Total'}", AT_CLAIM_HOLDS},
    {"a sum in another order", BASKET, "{'sum':['Total'],'near':'Delivery'}", AT_CLAIM_FAILS},
    {"a sum across units", MIXED, "{'sum':['Hotel','Tax'],'near':'Sum'}", AT_CLAIM_FAILS},
    {"a sum with an amount", MIXED, "{'sum':['Hotel','$5'],'near':'Sum'}", AT_CLAIM_HOLDS},
    {"a percentage", MIXED, "{'amount':'80 %','near':'Battery'}", AT_CLAIM_HOLDS},
    {"a count beside its label", TWO_PAIRS, "{'amount':'2','near':'Rooms'}", AT_CLAIM_HOLDS},
    {"the first of two pairs", TWO_PAIRS, "{'amount':'27.70 €','near':'Medicines'}", AT_CLAIM_HOLDS},
    {"the second of two pairs", TWO_PAIRS, "{'amount':'3.50 €','near':'Delivery'}", AT_CLAIM_HOLDS},
    {"the amount before a label is another's", TWO_PAIRS, "{'amount':'27.70 €','near':'Delivery'}", AT_CLAIM_FAILS},
    {"a value below its label", CARDS, "{'amount':'1,234.50','near':'Income'}", AT_CLAIM_HOLDS},
    {"a part of a bigger number", CARDS, "{'text':'234,50 €','near':'Income'}", AT_CLAIM_FAILS},
    {"the other card", CARDS, "{'amount':'234,50 €','near':'Income'}", AT_CLAIM_FAILS},
    {"the price in the card", PRODUCT, "{'amount':'5.40 €','near':'Aspirin'}", AT_CLAIM_HOLDS},
    {"from right to left", ARABIC, "{'amount':'31.20 €','near':'\\u0627\\u0644\\u0645\\u062c\\u0645\\u0648\\u0639'}", AT_CLAIM_HOLDS},
    // Places.
    {"near in the line", BASKET, "{'text':'27.70 €','near':'Medicines'}", AT_CLAIM_HOLDS},
    {"near in another line", BASKET, "{'text':'3.50 €','near':'Medicines'}", AT_CLAIM_FAILS},
    {"near across a pair", TWO_PAIRS, "{'text':'3.50 €','near':'Medicines'}", AT_CLAIM_FAILS},
    {"near in the card", CARD, "{'text':'in stock','near':'Medicines'}", AT_CLAIM_HOLDS},
    {"an amount of another entry in the card", CARD, "{'text':'3.50 €','near':'Medicines'}", AT_CLAIM_FAILS},
    {"beside", BASKET, "{'text':'31.20 €','near':'Total','where':'beside'}", AT_CLAIM_HOLDS},
    {"not beside", BASKET, "{'text':'31.20 €','near':'Delivery','where':'beside'}", AT_CLAIM_FAILS},
    {"beside across a pair", TWO_PAIRS, "{'text':'3.50 €','near':'Medicines','where':'beside'}", AT_CLAIM_FAILS},
    {"beside its own label", TWO_PAIRS, "{'text':'3.50 €','near':'Delivery','where':'beside'}", AT_CLAIM_HOLDS},
    {"directly below", DOCTORS, "{'text':'Cardiologist','near':'Petra Osterholm','where':'below'}", AT_CLAIM_HOLDS},
    {"below a caption", DOCTORS, "{'text':'Room 214','near':'Petra Osterholm','where':'below'}", AT_CLAIM_HOLDS},
    {"below another entry", DOCTORS, "{'text':'Room 7','near':'Petra Osterholm','where':'below'}", AT_CLAIM_FAILS},
    {"the next entry", DOCTORS, "{'text':'Jon Berg','near':'Petra Osterholm','where':'below'}", AT_CLAIM_HOLDS},
    {"above", DOCTORS, "{'text':'Petra Osterholm','near':'Room 214','where':'above'}", AT_CLAIM_HOLDS},
    {"above another entry", DOCTORS, "{'text':'Petra Osterholm','near':'Room 7','where':'above'}", AT_CLAIM_FAILS},
    {"the next line", LINES, "{'text':'Butter','near':'Bread','where':'below'}", AT_CLAIM_HOLDS},
    {"the line after the next", LINES, "{'text':'Milk','near':'Bread','where':'below'}", AT_CLAIM_FAILS},
    {"the line above", LINES, "{'text':'Butter','near':'Milk','where':'above'}", AT_CLAIM_HOLDS},
    {"two lines above", LINES, "{'text':'Bread','near':'Milk','where':'above'}", AT_CLAIM_FAILS},
    {"the next item below", ITEMS, "{'text':'Note 2','near':'Note 1','where':'below'}", AT_CLAIM_HOLDS},
    {"the next item above", ITEMS, "{'text':'Note 1','near':'Note 2','where':'above'}", AT_CLAIM_HOLDS},
    {"an item further", ITEMS, "{'text':'Note 3','near':'Note 1','where':'below'}", AT_CLAIM_FAILS},
    {"the second line of an item", ITEMS, "{'text':'Bread','near':'Note 1','where':'below'}", AT_CLAIM_HOLDS},
    {"the second line of the next item", ITEMS, "{'text':'Milk','near':'Note 1','where':'below'}", AT_CLAIM_FAILS},
    {"an amount below a caption", CAPTIONED, "{'text':'31.20 €','near':'Total','where':'below'}", AT_CLAIM_HOLDS},
    {"an amount below another", CAPTIONED, "{'text':'2.00 €','near':'Total','where':'below'}", AT_CLAIM_FAILS},
    {"another column is not below", BASKET, "{'text':'3.50 €','near':'Medicines','where':'below'}", AT_CLAIM_FAILS},
    {"below in a card", CARDS, "{'text':'1.234,50 €','near':'Income','where':'below'}", AT_CLAIM_HOLDS},
    // States.
    {"a label in a disabled row", ROWS, "{'state':'enabled','of':'Send report'}", AT_CLAIM_FAILS},
    {"and its other state", ROWS, "{'state':'disabled','of':'Send report'}", AT_CLAIM_HOLDS},
    {"a label in a disabled group", ROWS, "{'state':'disabled','of':'Backup'}", AT_CLAIM_HOLDS},
    {"a label in an enabled row", ROWS, "{'state':'enabled','of':'Dark theme'}", AT_CLAIM_HOLDS},
    {"a label alone is enabled", ROWS, "{'state':'enabled','of':'Plain'}", AT_CLAIM_HOLDS},
    {"the switch of a row", ROWS, "{'state':'checked','of':'Dark theme'}", AT_CLAIM_HOLDS},
    {"a label in a selected tab", ROWS, "{'state':'selected','of':'Inbox'}", AT_CLAIM_HOLDS},
    {"a label in another tab", ROWS, "{'state':'selected','of':'Sent'}", AT_CLAIM_FAILS},
    {"a check box with another name", ROWS, "{'state':'checked','of':'Stay here'}", AT_CLAIM_UNBOUND},
    {"a check box with its own name", ROWS, "{'state':'checked','of':'Remember me'}", AT_CLAIM_HOLDS},
    {"a page is not a control", PAGE, "{'state':'checked','of':'Small'}", AT_CLAIM_FAILS},
    {"the label of a disabled field", FORM, "{'state':'disabled','of':'E-mail'}", AT_CLAIM_HOLDS},
    {"its value", FORM, "{'value':'a@b.c','of':'E-mail'}", AT_CLAIM_HOLDS},
    // Counts.
    {"a whole text is counted as one", FORM, "{'count':1,'of':'Delete'}", AT_CLAIM_HOLDS},
    {"and not with longer ones", FORM, "{'count':4,'of':'Delete'}", AT_CLAIM_FAILS},
    {"longer texts", FORM, "{'count':3,'of':'Delete note'}", AT_CLAIM_HOLDS},
    {"at least so many have the word", FORM, "{'atLeast':4,'of':'Delete'}", AT_CLAIM_HOLDS},
    {"fewer have it", FORM, "{'atLeast':5,'of':'Delete'}", AT_CLAIM_FAILS},
    {"a word of longer texts", FORM, "{'count':3,'of':'note'}", AT_CLAIM_HOLDS},
};
// clang-format on

static const struct at_scenario *
scenario(void)
{
    static struct at_scenario one;
    if (!one.package) {
        at_scenario_init(&one);
        free(one.package);
        one.package = strdup("com.example.app");
    }
    return &one;
}

static void
take(const char *xml, struct at_scene *out)
{
    struct at_tree *tree = screen(xml);
    at_scene_take(tree, &(const struct at_scene_about){.scenario = scenario()},
                  out);
    at_tree_free(tree);
}

static void
read_claim(const char *text, struct at_claim *out)
{
    struct at_err err = AT_ERR_INIT;
    char *json_text = strdup(text);
    for (char *c = json_text; *c; c++) {
        if (*c == '\'')
            *c = '"';
    }
    json_t *json = json_loads(json_text, 0, NULL);
    T_OK(json != NULL);
    if (!at_claim_read(json, out, &err))
        fail_msg("%s: %s", text, err.msg);
    json_decref(json);
    free(json_text);
}

T_TEST(claims_are_read_off_a_screen_as_people_do)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_scene scene;
        struct at_claim claim;
        struct at_claim_result result;
        T_ROW(rows[i].name);
        take(rows[i].screen, &scene);
        read_claim(rows[i].claim, &claim);
        at_claim_result_init(&result);
        at_claim_check(&claim, &scene, &result);
        if (result.outcome != rows[i].outcome)
            print_error("%s: %s\n", rows[i].name, at_buf_text(&result.why));
        T_EQ_TEXT(at_claim_outcomes[result.outcome],
                  at_claim_outcomes[rows[i].outcome]);
        at_claim_result_deinit(&result);
        at_claim_deinit(&claim);
        at_scene_deinit(&scene);
    }
}

T_MAIN()
