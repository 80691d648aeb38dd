// faker.js: test data under DataFaker's names
//
// A part of that library: what is missing is refused by its name. The data is
// made up for English; one seed gives one row of values.
(function (seed) {
    'use strict';
    let state = seed >>> 0;
    // mulberry32: small, fast, and even enough for names.
    const random = () => {
        state = (state + 0x6d2b79f5) | 0;
        let t = Math.imul(state ^ (state >>> 15), 1 | state);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
    const below = (count) => Math.floor(random() * count);
    const between = (min, max) => (max > min ? min + below(max - min) : min);
    const words = (text) => text.split(' ');
    const pick = (list) => list[below(list.length)];
    const times = (count, make) => Array.from({ length: Math.min(Math.max(count | 0, 0), 10000) }, make).join('');
    const digit = () => String(below(10));
    const letter = () => String.fromCharCode(97 + below(26));
    const fill = (form) =>
        form.replace(/[#?]/g, (mark) => (mark === '#' ? digit() : letter()));

    const firstNames = words(
        'Ada Alan Alice Amir Ana Anton Aisha Ben Bianca Carlos Chloe Clara Daniel Diana Elena Emil Emma Farid Fiona George Grace Hana Henry Ines Ivan Jack Jane Jonas Julia Kate Kofi Laura Leo Lina Lucas Maria Marta Max Mia Nadia Nina Noah Nora Oliver Omar Paul Petra Rosa Sam Sara Sofia Theo Tom Uma Vera Victor Walter Wei Yara Zoe',
    );
    const lastNames = words(
        'Abbott Adams Ahmed Baker Bauer Bell Brown Carter Chen Clark Collins Cooper Costa Cruz Davies Diaz Evans Fischer Fisher Ford Garcia Gray Green Hall Harris Hill Hughes Jackson James Kim King Klein Lee Lewis Lopez Martin Meyer Miller Moore Morgan Murphy Nguyen Novak Okafor Parker Patel Perez Reed Rossi Russo Schmidt Scott Silva Singh Smith Taylor Turner Walker Ward Weber White Wilson Wood Wright Young',
    );
    const cities = [
        ...words('Ashford Bristol Clearwater Dayton Easton Fairview Glenwood Hartford Kingston Lakeside Madison Newport Oakland Riverside Salem Springfield Tucson Westfield'),
        'New Haven',
        'Port Charles',
    ];
    const countries = [
        ...words('Argentina Austria Brazil Canada Chile Denmark Egypt Estonia France Germany Ghana India Italy Japan Kenya Mexico Norway Peru Poland Portugal Spain Sweden Turkey Uruguay'),
        'New Zealand',
        'South Korea',
    ];
    const countryCodes = words('ar at br ca cl dk eg ee fr de gh in it jp ke mx no pe pl pt es se tr uy nz kr');
    const states = [
        ['Alabama', 'AL'], ['Alaska', 'AK'], ['Arizona', 'AZ'], ['California', 'CA'], ['Colorado', 'CO'],
        ['Florida', 'FL'], ['Georgia', 'GA'], ['Idaho', 'ID'], ['Illinois', 'IL'], ['Kansas', 'KS'],
        ['Maine', 'ME'], ['Nevada', 'NV'], ['Ohio', 'OH'], ['Oregon', 'OR'], ['Texas', 'TX'],
        ['Utah', 'UT'], ['Vermont', 'VT'], ['Washington', 'WA'],
    ];
    const streets = words('Avenue Boulevard Court Drive Lane Place Road Street Terrace Way');
    const colors = words('azure beige black blue brown coral cyan fuchsia gold gray green indigo ivory lavender lime magenta maroon navy olive orange orchid pink plum purple red salmon silver tan teal turquoise violet white yellow');
    const latin = words(
        'ad alias aliquam amet animi aperiam aut autem beatae corporis culpa cum debitis dicta dolor dolore dolorem ea earum eius enim error est et eum ex excepturi facere fuga fugiat harum hic id illo in ipsa ipsum iste itaque iure labore laborum laudantium magni maxime minima modi molestiae natus nemo nihil nisi nobis non nulla odio odit officia omnis optio porro quae quam quas qui quia quis quo ratione rem rerum saepe sed sequi similique sint sit sunt suscipit tempora tenetur totam ut vel velit veniam vero vitae voluptas',
    );
    const adjectives = words('Aerodynamic Durable Enormous Ergonomic Fantastic Gorgeous Heavy Incredible Intelligent Lightweight Mediocre Practical Rustic Sleek Small Synergistic');
    const materials = words('Aluminum Bronze Concrete Copper Cotton Granite Iron Leather Linen Marble Paper Plastic Rubber Silk Steel Wooden Wool');
    const products = words('Bag Bench Bottle Car Chair Clock Coat Computer Gloves Hat Keyboard Knife Lamp Pants Plate Shirt Shoes Table Wallet Watch');
    const departments = words('Automotive Baby Beauty Books Clothing Computers Electronics Games Garden Grocery Health Home Jewelry Movies Music Outdoors Shoes Sports Tools Toys');
    const industries = words('Accounting Agriculture Automotive Banking Biotechnology Construction Education Entertainment Farming Insurance Logistics Media Mining Publishing Retail Robotics Shipping Telecommunications Textiles Tourism');
    const fields = words('Accounting Administration Advertising Banking Construction Consulting Design Education Farming Government Healthcare Hospitality IT Legal Manufacturing Marketing Mining Retail Sales Technology');
    const roles = words('Administrator Agent Analyst Architect Assistant Associate Consultant Coordinator Designer Developer Director Engineer Executive Manager Officer Planner Producer Specialist Strategist Supervisor Technician');

    const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
    const sentence = (count) => `${capital(Array.from({ length: count }, () => pick(latin)).join(' '))}.`;
    const slug = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, '');
    const username = () => `${pick(firstNames)}.${pick(lastNames)}`.toLowerCase();
    const hex = (count) => times(count, () => below(16).toString(16));
    const luhn = (digits) => {
        let sum = 0;
        for (let i = 0; i < digits.length; i++) {
            const d = +digits[digits.length - 1 - i] * (i % 2 ? 1 : 2);
            sum += d > 9 ? d - 9 : d;
        }
        return digits + ((10 - (sum % 10)) % 10);
    };

    const rows = {
        name: {
            firstName: () => pick(firstNames),
            lastName: () => pick(lastNames),
            fullName: () => `${pick(firstNames)} ${pick(lastNames)}`,
            name: () => `${pick(firstNames)} ${pick(lastNames)}`,
            nameWithMiddle: () => `${pick(firstNames)} ${pick(firstNames)} ${pick(lastNames)}`,
            username,
            prefix: () => pick(words('Mr. Mrs. Ms. Miss Dr.')),
            suffix: () => pick(words('Jr. Sr. I II III IV V MD DDS PhD DVM')),
            title: () => `${pick(fields)} ${pick(roles)}`,
        },
        internet: {
            username,
            emailAddress: (local) => `${local ?? username()}@${pick(words('gmail yahoo hotmail'))}.com`,
            safeEmailAddress: (local) => `${local ?? username()}@example.com`,
            domainName: () => `${slug(pick(lastNames))}.${pick(words('com net org info io'))}`,
            domainWord: () => slug(pick(lastNames)),
            url: () => `www.${slug(pick(lastNames))}.${pick(words('com net org info io'))}`,
            password: (min = 8, max = 16) => times(between(min, max), () => pick([letter(), digit()])),
            uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${pick(words('8 9 a b'))}${hex(3)}-${hex(12)}`,
            ipV4Address: () => Array.from({ length: 4 }, () => between(2, 255)).join('.'),
            macAddress: () => Array.from({ length: 6 }, () => hex(2)).join(':'),
            slug: () => `${pick(latin)}_${pick(latin)}`,
        },
        phoneNumber: {
            phoneNumber: () => fill(`(${between(2, 10)}##) ${between(2, 10)}##-####`),
            cellPhone: () => fill(`${between(2, 10)}##-${between(2, 10)}##-####`),
            extension: () => fill('####'),
        },
        address: {
            city: () => pick(cities),
            cityName: () => pick(cities),
            country: () => pick(countries),
            countryCode: () => pick(countryCodes),
            state: () => pick(states)[0],
            stateAbbr: () => pick(states)[1],
            zipCode: () => fill('#####'),
            postcode: () => fill('#####'),
            buildingNumber: () => String(between(1, 9999)),
            streetName: () => `${pick(lastNames)} ${pick(streets)}`,
            streetAddress: () => `${between(1, 9999)} ${pick(lastNames)} ${pick(streets)}`,
            secondaryAddress: () => fill('Apt. ###'),
            fullAddress: () => {
                const state = pick(states)[1];
                return `${between(1, 9999)} ${pick(lastNames)} ${pick(streets)}, ${pick(cities)}, ${state} ${fill('#####')}`;
            },
            latitude: () => (random() * 180 - 90).toFixed(8),
            longitude: () => (random() * 360 - 180).toFixed(8),
        },
        company: {
            name: () => `${pick(lastNames)} ${pick(words('Inc LLC Group Ltd'))}`,
            industry: () => pick(industries),
            profession: () => pick(roles).toLowerCase(),
            suffix: () => pick(words('Inc LLC Group')),
            url: () => `www.${slug(pick(lastNames))}.com`,
        },
        lorem: {
            word: () => pick(latin),
            words: (count = 3) => Array.from({ length: Math.min(count, 1000) }, () => pick(latin)),
            sentence: (count = 4) => sentence(Math.min(count + below(6), 1000)),
            sentences: (count) => Array.from({ length: Math.min(count, 1000) }, () => sentence(4 + below(6))),
            paragraph: (count = 3) =>
                Array.from({ length: Math.min(count + below(3), 1000) }, () => sentence(4 + below(6))).join(' '),
            character: () => letter(),
            characters: (count = 255) => times(count, () => pick([letter(), digit()])),
        },
        number: {
            digit,
            digits: (count) => times(count, digit),
            randomDigit: () => below(10),
            randomDigitNotZero: () => between(1, 10),
            positive: () => between(1, 2147483647),
            negative: () => -between(1, 2147483647),
            numberBetween: (min, max) => between(min, max),
            randomNumber: (count) => (count === undefined ? below(2147483647) : between(10 ** (count - 1), 10 ** count)),
            randomDouble: (decimals, min, max) => +(min + random() * (max - min)).toFixed(decimals),
        },
        commerce: {
            department: () => pick(departments),
            material: () => pick(materials),
            productName: () => `${pick(adjectives)} ${pick(materials)} ${pick(products)}`,
            price: (min = 0, max = 100) => (min + random() * (max - min)).toFixed(2),
            promotionCode: (count = 6) => `${pick(adjectives)}${pick(products)}${times(count, digit)}`,
        },
        color: { name: () => pick(colors), hex: () => `#${hex(6).toUpperCase()}` },
        bool: { bool: () => random() < 0.5 },
        job: {
            field: () => pick(fields),
            position: () => pick(roles),
            title: () => `${pick(fields)} ${pick(roles)}`,
        },
        finance: { creditCard: () => luhn(`4${times(14, digit)}`).replace(/(.{4})(?=.)/g, '$1-') },
        random: {
            nextInt: (min, max) => (max === undefined ? below(min) : min + below(max - min + 1)),
            nextDouble: () => random(),
            nextBoolean: () => random() < 0.5,
            hex: (count = 8) => hex(count).toUpperCase(),
        },
    };

    // Members that the language itself asks of any object.
    const isPlain = (name) => typeof name === 'symbol' || name in Object.prototype || name === 'toJSON' || name === 'then';
    const refusing = (object, path) =>
        new Proxy(object, {
            get: (target, name) => {
                if (Object.hasOwn(target, name) || isPlain(name)) return target[name];
                const known = Object.keys(target).sort().join(', ');
                throw new Error(`${path}.${name} is not part of faker here: ${path} has ${known}`);
            },
        });
    // "#{Name.first_name}" and "#{name.firstName}" are the same.
    const camel = (text) => text.charAt(0).toLowerCase() + text.slice(1).replace(/_([a-z])/g, (_, c) => c.toUpperCase());
    const groups = {};
    const faker = refusing(groups, 'faker');
    for (const [name, members] of Object.entries(rows)) {
        const group = refusing(members, `faker.${name}()`);
        groups[name] = () => group;
    }
    groups.numerify = (form) => String(form).replace(/#/g, digit);
    groups.letterify = (form) => String(form).replace(/\?/g, letter);
    groups.bothify = (form) => fill(String(form));
    groups.expression = (form) =>
        String(form).replace(/#\{([^}]*)\}/g, (_, directive) => {
            const [path, ...args] = directive.split(/\s+(?=')/);
            const [group, member] = path.trim().split('.');
            if (!member) throw new Error(`faker.expression: '${directive}' is not Group.member`);
            const values = args.map((arg) => arg.replace(/^'|',?$/g, '')).map((arg) => (/^-?\d+$/.test(arg) ? +arg : arg));
            return String(faker[camel(group)]()[camel(member)](...values));
        });
    return faker;
});
