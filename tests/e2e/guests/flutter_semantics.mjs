// flutter_semantics.mjs: semantics nodes as Flutter's framework prints them, by the
// description of semantics.dart and diagnostics.dart (the sparse style, 65 columns)

const width = 65;
const number = (value) => value.toFixed(1);
const matrixText = (matrix) => {
  const rows = [0, 1, 2, 3].map((row) =>
    matrix
      .slice(row * 4, row * 4 + 4)
      .map((value) => (Number.isInteger(value) ? `${value}.0` : String(value)))
      .join(','),
  );
  return `[[${rows.join(']; [')}]]`;
};

// Lines of at most 65 columns, the first and the others with their indents.
function wrap(text, first, others) {
  const lines = [];
  let line = first;
  let begun = false;
  for (const word of text.split(' ')) {
    if (begun && line.length + 1 + word.length > width) {
      lines.push(line);
      line = others + word;
    } else {
      line += begun ? ` ${word}` : word;
    }
    begun = true;
  }
  return [...lines, line];
}

function property(name, value) {
  const lines = value.split('\n');
  if (lines.length === 1) return wrap(`${name}: ${value}`, '', '  ');
  return [`${name}:`, ...lines.flatMap((line) => wrap(line, '  ', '  '))].map((line) => line.trimEnd());
}

function place({ rect: [left, top, right, bottom], scale, matrix }) {
  const text = `Rect.fromLTRB(${[left, top, right, bottom].map(number).join(', ')})`;
  if (scale) return [`${text} scaled by ${number(scale)}x`];
  return matrix ? wrap(`${text} with transform ${matrixText(matrix)}`, '', '') : [text];
}

function properties(node) {
  const lines = [];
  if (node.merged) lines.push('merged up ⬆️');
  if (node.merges) lines.push('merge boundary ⛔️');
  lines.push(...place(node));
  if (node.actions) lines.push(...property('actions', [...node.actions].sort().join(', ')));
  if (node.flags) lines.push(...property('flags', node.flags.join(', ')));
  if (node.flags?.includes('isHidden')) lines.push('HIDDEN');
  for (const name of ['identifier', 'label', 'value', 'increasedValue', 'decreasedValue', 'hint', 'tooltip'])
    if (node[name]) lines.push(...property(name, `"${node[name]}"`));
  if (node.label || node.value) lines.push('textDirection: ltr');
  return lines;
}

// own: before the node's name; others: before its other lines.
function render(node, own, others, counter) {
  const children = node.children ?? [];
  const lines = [`${own}SemanticsNode#${counter.next++}`];
  const link = others + (children.length ? '│ ' : '  ');
  for (const line of properties(node)) lines.push((link + line).trimEnd());
  if (children.length) lines.push(`${others}│`);
  children.forEach((child, i) => {
    const last = i === children.length - 1;
    lines.push(...render(child, `${others}${last ? '└─' : '├─'}`, `${others}${last ? '  ' : '│ '}`, counter));
    if (!last) lines.push(`${others}│`);
  });
  return lines;
}

export const printNode = (root) => `${render(root, '', ' ', { next: 0 }).join('\n')}\n`;

// A view of this size in pixels, at a scale, with the nodes of one screen in dp.
export function printScreen({ width: wide, height, scale }, children) {
  const dp = (px) => px / scale;
  const screen = { rect: [0, 0, dp(wide), dp(height)] };
  return printNode({
    rect: [0, 0, wide, height],
    children: [
      { ...screen, scale, children: [{ ...screen, children: [{ ...screen, flags: ['scopesRoute'], children }] }] },
    ],
  });
}
