// json_places.ts: where in a JSON text things are; the text is known to be right
export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

// The end of the string that begins at position.
function endOfString(text: string, position: number): number {
  let at = position + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

// The position of each item of the list that the text is, or that is in one of these members of it.
export function placesOfItems(text: string, members: readonly string[]): number[] {
  const places: number[] = [];
  const open: string[] = []; // brackets and braces around the position
  let name = ''; // name of the member at the position
  let wanted = -1; // nesting depth of the items
  let fresh = false; // an item begins with what comes next
  let at = 0;
  while (at < text.length) {
    const char = text[at] ?? '';
    if (/[\s:]/.test(char)) {
      at++;
      continue;
    }
    const inList = open.length === wanted && open.at(-1) === '[';
    if (char === ']' || char === '}') {
      open.pop();
      if (open.length < wanted) break;
    } else if (char === ',') fresh = inList;
    else {
      if (inList && fresh) places.push(at);
      fresh = false;
      if (char === '[' || char === '{') {
        open.push(char);
        const isList = char === '[' && (open.length === 1 || (open.length === 2 && members.includes(name)));
        if (isList && wanted < 0) {
          wanted = open.length;
          fresh = true;
        }
      }
      if (char === '"') {
        const end = endOfString(text, at);
        if (open.length === 1 && open[0] === '{') {
          const rest = text.slice(end, end + 40).trimStart();
          if (rest.startsWith(':')) name = JSON.parse(text.slice(at, end)) as string;
        }
        at = end;
        continue;
      }
    }
    at++;
  }
  return places.length > 0 || wanted >= 0 ? places : [text.search(/\S/)];
}
