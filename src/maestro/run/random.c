#include "maestro/run/random.h"

#include "base/compiler.h"
#include "sys/random.h"

enum { LENGTH = 8 };

static const char *const first_names[] = {
    "Ada",  "Amir",  "Chloe", "Diego", "Emma",  "Farid", "Grace", "Hugo",
    "Ines", "Jonas", "Keiko", "Lena",  "Mateo", "Nadia", "Omar",  "Priya",
};
static const char *const last_names[] = {
    "Andersen", "Bauer",  "Costa", "Dubois", "Evans", "Fischer",
    "Garcia",   "Haddad", "Ito",   "Jensen", "Kumar", "Lopez",
    "Martin",   "Novak",  "Okoye", "Parker",
};
static const char *const cities[] = {
    "Aarhus", "Bristol", "Cordoba", "Dakar",  "Eindhoven", "Fukuoka",
    "Geneva", "Hanoi",   "Izmir",   "Jaipur", "Krakow",    "Lyon",
    "Malaga", "Nantes",  "Oslo",    "Porto",
};
static const char *const countries[] = {
    "Austria", "Brazil", "Canada", "Denmark", "Egypt",  "France",
    "Ghana",   "India",  "Japan",  "Kenya",   "Latvia", "Mexico",
    "Norway",  "Peru",   "Spain",  "Vietnam",
};
static const char *const colours[] = {
    "red",  "orange", "yellow", "green", "teal",   "blue", "indigo", "violet",
    "pink", "brown",  "black",  "white", "silver", "grey", "gold",   "olive",
};

static size_t
roll(size_t sides)
{
    uint32_t number;
    at_random_bytes(&number, sizeof(number));
    return number % sides;
}

static void
pick(const char *const *words, size_t count, struct at_buf *out)
{
    at_buf_add_text(out, words[roll(count)]);
}

static void
add_letters(int64_t length, struct at_buf *out)
{
    for (int64_t i = 0; i < length; i++)
        at_buf_add_char(out, (char)('a' + roll(26)));
}

// A number does not begin with 0.
static void
add_digits(int64_t length, struct at_buf *out)
{
    for (int64_t i = 0; i < length; i++)
        at_buf_add_char(out, (char)(i == 0 ? '1' + roll(9) : '0' + roll(10)));
}

static void
add_name(const char *between, struct at_buf *out)
{
    pick(first_names, AT_LEN(first_names), out);
    at_buf_add_text(out, between);
    pick(last_names, AT_LEN(last_names), out);
}

static void
add_email(struct at_buf *out)
{
    size_t start = out->len;
    add_name(".", out);
    for (size_t i = start; i < out->len; i++) {
        char c = out->data[i];
        out->data[i] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
    }
    add_digits(4, out);
    at_buf_add_text(out, "@example.com");
}

void
at_maestro_random_text(enum at_maestro_random kind, int64_t length,
                       struct at_buf *out)
{
    length = length > 0 ? length : LENGTH;
    switch (kind) {
    case AT_MAESTRO_RANDOM_TEXT:
        add_letters(length, out);
        break;
    case AT_MAESTRO_RANDOM_NUMBER:
        add_digits(length, out);
        break;
    case AT_MAESTRO_RANDOM_EMAIL:
        add_email(out);
        break;
    case AT_MAESTRO_RANDOM_PERSON_NAME:
        add_name(" ", out);
        break;
    case AT_MAESTRO_RANDOM_CITY_NAME:
        pick(cities, AT_LEN(cities), out);
        break;
    case AT_MAESTRO_RANDOM_COUNTRY_NAME:
        pick(countries, AT_LEN(countries), out);
        break;
    case AT_MAESTRO_RANDOM_COLOR_NAME:
        pick(colours, AT_LEN(colours), out);
        break;
    }
}
