import { describe, expect, it } from 'vitest';
import { formatOf, localeOf, UNKNOWN } from './format';

const plain = (text: string) => text.replace(/[\u00a0\u202f\u2009]/g, ' ');
const at = new Date(2026, 10, 27, 15, 59, 8);

describe('localeOf', () => {
  it.each([
    ['en', ['en-GB'], 'en-GB'],
    ['en', ['en-GB', 'en', 'fr-FR'], 'en-GB'],
    ['en', ['de-DE', 'en-US'], 'en-DE'],
    ['en', ['en', 'en-IE'], 'en-IE'],
    ['fr', ['fr-CA'], 'fr-CA'],
    ['fr', ['en-GB'], 'fr-GB'],
    ['fr', ['fr'], 'fr-FR'],
    ['en', [], 'en'],
    ['en', ['C', 'en_US.UTF-8'], 'en'],
    ['en', ['en-GB-u-hc-h12'], 'en-GB-u-hc-h12'],
    ['fr', ['ar-EG-u-nu-arab'], 'fr-EG'],
  ])('%s with %j is %s', (language, wished, locale) => {
    expect(localeOf(language, wished)).toBe(locale);
  });
});

describe('dates', () => {
  it.each([
    ['en', ['en-GB'], '27 Nov 2026, 15:59', '27 Nov 2026, 15:59:08', '27 Nov'],
    ['en', ['en-US'], 'Nov 27, 2026, 3:59 PM', 'Nov 27, 2026, 3:59:08 PM', 'Nov 27'],
    ['en', ['de-DE', 'en'], '27 Nov 2026, 15:59', '27 Nov 2026, 15:59:08', '27 Nov'],
    ['fr', ['fr-FR'], '27 nov. 2026, 15:59', '27 nov. 2026, 15:59:08', '27 nov.'],
  ])('%s with %j', (language, wished, moment, exact, day) => {
    const format = formatOf(language, wished);
    expect(plain(format.moment(at))).toBe(moment);
    expect(plain(format.exact(at.toISOString()))).toBe(exact);
    expect(plain(format.day(at.getTime()))).toBe(day);
  });

  it('of nonsense are unknown', () => {
    expect(formatOf('en', []).date('soon')).toBe(UNKNOWN);
    expect(formatOf('en', []).ago('', 0)).toBe(UNKNOWN);
  });
});

describe('numbers', () => {
  it('have the separators of the region', () => {
    expect(formatOf('en', ['en-GB']).number(31577)).toBe('31,577');
    expect(formatOf('en', ['de-DE']).number(31577)).toBe('31.577');
    expect(plain(formatOf('fr', ['fr-FR']).number(31577))).toBe('31 577');
    expect(plain(formatOf('fr', ['fr-FR']).percent(0.666))).toBe('67 %');
    expect(formatOf('en', ['en-GB']).percent(0.25, { signed: true })).toBe('+25%');
  });

  it('money is never 0 when it is unknown', () => {
    const format = formatOf('en', ['en-GB']);
    expect(format.money(null)).toBe(UNKNOWN);
    expect(format.money(undefined)).toBe(UNKNOWN);
    expect(format.money(0)).toBe('$0.00');
    expect(format.money(0.0123)).toBe('$0.0123');
    expect(format.money(1.5)).toBe('$1.50');
    expect(plain(formatOf('fr', ['fr-FR']).money(1.5))).toBe('1,50 $');
  });

  it('bytes have the unit that fits', () => {
    const format = formatOf('en', ['en-GB']);
    expect(format.bytes(999)).toBe('999 byte');
    expect(format.bytes(157_000)).toBe('157 kB');
    expect(format.bytes(2_500_000)).toBe('2.5 MB');
    expect(plain(formatOf('fr', ['fr-FR']).bytes(2_500_000))).toBe('2,5 Mo');
  });
});

describe('durations and ages', () => {
  const format = formatOf('en', ['en-GB']);

  it.each([
    [12, '12 ms'],
    [6_640, '6.6 s'],
    [59_940, '59.9 s'],
    [59_960, '1 min 00 s'],
    [608_000, '10 min 08 s'],
    [3_725_000, '1 h 02 min'],
  ])('%d ms', (ms, text) => expect(format.duration(ms)).toBe(text));

  it('agree with each other while a run goes on', () => {
    const began = at.getTime();
    for (const ms of [0, 999, 1_000, 6_640, 59_999, 60_000, 119_999]) {
      const ago = format.ago(began, began + ms);
      const lasted = format.duration(ms, { whole: true });
      const seconds = Math.floor(ms / 1000);
      if (seconds < 1) expect([ago, lasted]).toEqual(['now', '0 s']);
      else if (seconds < 60)
        expect([ago, lasted]).toEqual([`${seconds} second${seconds > 1 ? 's' : ''} ago`, `${seconds} s`]);
      else expect(ago).toBe('1 minute ago');
    }
  });

  it('use the words of the page', () => {
    expect(formatOf('fr', ['en-GB']).ago(at, at.getTime() + 125_000)).toBe('il y a 2 minutes');
    expect(format.ago(at, at.getTime() + 30 * 86_400_000)).toBe('27 Nov 2026');
    expect(format.ago(at, at.getTime() - 5_000)).toBe('now'); // a clock that is ahead
  });
});
