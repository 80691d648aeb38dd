// picture_diff.ts: where two pictures differ; pure but for the canvas that reads their pixels

// Parts of the picture, from 0 to 1.
export type Box = { x: number; y: number; width: number; height: number };
export type PictureDiff = { share: number; boxes: Box[] };

const WIDTH_PX = 160;
const CELL_PX = 4;
const THRESHOLD = 40; // per channel; JPEG changes the same colour by less
const BOXES_MAX = 40;

function pixelsOf(image: HTMLImageElement, heightPx: number): Uint8ClampedArray | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH_PX;
  canvas.height = heightPx;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(image, 0, 0, WIDTH_PX, heightPx);
  return context?.getImageData(0, 0, WIDTH_PX, heightPx).data;
}

// The cells in which any pixel differs, row by row.
function cellsOf(
  one: Uint8ClampedArray,
  other: Uint8ClampedArray,
  columns: number,
  rows: number,
): Uint8Array {
  const cells = new Uint8Array(columns * rows);
  for (let at = 0; at < one.length; at += 4) {
    const pixel = at / 4;
    const far =
      Math.abs((one[at] ?? 0) - (other[at] ?? 0)) > THRESHOLD ||
      Math.abs((one[at + 1] ?? 0) - (other[at + 1] ?? 0)) > THRESHOLD ||
      Math.abs((one[at + 2] ?? 0) - (other[at + 2] ?? 0)) > THRESHOLD;
    const row = Math.floor(Math.floor(pixel / WIDTH_PX) / CELL_PX);
    const column = Math.floor((pixel % WIDTH_PX) / CELL_PX);
    if (far && row < rows) cells[row * columns + column] = 1;
  }
  return cells;
}

// The box around all cells that touch each other, from this one on; they are taken out.
function takeBox(cells: Uint8Array, columns: number, rows: number, first: number): Box {
  const open = [first];
  let [left, top, right, bottom] = [columns, rows, 0, 0];
  cells[first] = 0;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    [left, top] = [Math.min(left, column), Math.min(top, row)];
    [right, bottom] = [Math.max(right, column + 1), Math.max(bottom, row + 1)];
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        const [x, y] = [column + dx, row + dy];
        const next = y * columns + x;
        if (x < 0 || y < 0 || x >= columns || y >= rows || !cells[next]) continue;
        cells[next] = 0;
        open.push(next);
      }
  }
  return {
    x: left / columns,
    y: top / rows,
    width: (right - left) / columns,
    height: (bottom - top) / rows,
  };
}

// Both images are loaded. Undefined: they cannot be compared, since their forms differ.
export function differ(one: HTMLImageElement, other: HTMLImageElement): PictureDiff | undefined {
  const form = one.naturalHeight / one.naturalWidth;
  if (Math.abs(form - other.naturalHeight / other.naturalWidth) > 0.02) return undefined;
  const columns = WIDTH_PX / CELL_PX;
  const rows = Math.max(1, Math.round((WIDTH_PX * form) / CELL_PX));
  const ours = pixelsOf(one, rows * CELL_PX);
  const theirs = pixelsOf(other, rows * CELL_PX);
  if (!ours || !theirs) return undefined;
  const cells = cellsOf(ours, theirs, columns, rows);
  const share = cells.reduce((sum, cell) => sum + cell, 0) / cells.length;
  const boxes: Box[] = [];
  for (let at = 0; at < cells.length && boxes.length < BOXES_MAX; at++)
    if (cells[at]) boxes.push(takeBox(cells, columns, rows, at));
  return { share, boxes };
}
