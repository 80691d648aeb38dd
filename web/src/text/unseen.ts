// unseen.ts: characters that cannot be seen, made visible; pure
// Control and format characters, except line feeds, tabs and what joins letters and emoji.
export const unseen = /((?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])/u;

export function nameOf(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

// For places that take no elements: options, names for screen readers, the title of the window.
export function plain(text: string): string {
  return text
    .split(unseen)
    .map((part, at) => (at % 2 === 0 ? part : nameOf(part)))
    .join('');
}
