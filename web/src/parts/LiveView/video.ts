// video.ts: a device's screen as H.264, decoded onto a canvas; loaded when a browser can do that
import { jsonOf, kinds, records, type StreamRecord } from './records';

export type Shown = { widthPx: number; heightPx: number };

type Player = {
  device: string;
  canvas: HTMLCanvasElement;
  onShown: (shown: Shown) => void; // the first picture, and each of another size
  onChanged?: (() => void) | undefined; // the picture has changed
};

type Config = { codec: string; segment: number; widthPx: number; heightPx: number };

const SILENCE_MS = 20_000; // the server gives a sign of life every five seconds
const QUEUE_MAX = 16; // frames that wait for the decoder; the server drops what comes too fast
const LOOK_MS = 200;
const LOOK_WIDTH = 36;
const NOISE = 8; // the same picture is encoded a little differently each time

// Tells whether the canvas shows something else, by a small copy of it.
class Changes {
  private readonly small = new OffscreenCanvas(LOOK_WIDTH, 1);
  private seen: Uint8ClampedArray | undefined;
  private timer = 0;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly onChanged: () => void,
  ) {}

  // A frame was drawn: it is looked at with those that come soon after it.
  drawn() {
    this.timer ||= window.setTimeout(() => this.look(), LOOK_MS);
  }

  stop() {
    window.clearTimeout(this.timer);
  }

  private look() {
    this.timer = 0;
    this.small.height = Math.max(1, Math.round((this.canvas.height / this.canvas.width) * LOOK_WIDTH));
    const context = this.small.getContext('2d', { willReadFrequently: true });
    if (!context) return;
    context.drawImage(this.canvas, 0, 0, this.small.width, this.small.height);
    const now = context.getImageData(0, 0, this.small.width, this.small.height).data;
    const before = this.seen;
    const same =
      before?.length === now.length && now.every((value, i) => Math.abs(value - (before[i] ?? 0)) <= NOISE);
    if (same) return;
    this.seen = now;
    this.onChanged();
  }
}

// Draws what it decodes. failed() says why it cannot go on.
class Screen {
  private readonly decoder: VideoDecoder;
  private readonly changes: Changes | undefined;
  private error: DOMException | undefined;
  private segment = 0;

  constructor(private readonly player: Player) {
    const { canvas, onChanged } = player;
    this.changes = onChanged && new Changes(canvas, onChanged);
    this.decoder = new VideoDecoder({
      output: (frame) => this.draw(frame),
      error: (error) => {
        this.error = error;
      },
    });
  }

  private draw(frame: VideoFrame) {
    const { canvas, onShown } = this.player;
    const { displayWidth, displayHeight } = frame;
    const sized = canvas.width === displayWidth && canvas.height === displayHeight;
    if (!sized) {
      canvas.width = displayWidth;
      canvas.height = displayHeight;
    }
    canvas.getContext('2d', { alpha: false })?.drawImage(frame, 0, 0);
    frame.close();
    onShown({ widthPx: displayWidth, heightPx: displayHeight });
    this.changes?.drawn();
  }

  async configure({ codec, segment, widthPx, heightPx }: Config) {
    if (segment === this.segment) return;
    const config = { codec, codedWidth: widthPx, codedHeight: heightPx, optimizeForLatency: true };
    const { supported } = await VideoDecoder.isConfigSupported(config);
    if (!supported) throw new Error(`the browser does not decode ${codec}`);
    this.decoder.reset();
    this.decoder.configure(config);
    this.segment = segment;
  }

  async decode({ kind, ptsUs, data }: StreamRecord) {
    if (this.error) throw this.error;
    const type = kind === kinds.key ? 'key' : 'delta';
    this.decoder.decode(new EncodedVideoChunk({ type, timestamp: ptsUs, data }));
    while (this.decoder.decodeQueueSize > QUEUE_MAX && !this.error)
      await new Promise((resolve) => this.decoder.addEventListener('dequeue', resolve, { once: true }));
  }

  close() {
    this.changes?.stop();
    if (this.decoder.state !== 'closed') this.decoder.close();
  }
}

// Aborts what is silent for too long.
function watchdog(stop: AbortController) {
  let timer = 0;
  const alive = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => stop.abort(new Error('the stream is silent')), SILENCE_MS);
  };
  alive();
  return { alive, end: () => window.clearTimeout(timer) };
}

// Returns when there is no more of it, for whatever reason: frames are looked at then.
export async function play(player: Player, signal: AbortSignal): Promise<void> {
  const stop = new AbortController();
  const dog = watchdog(stop);
  const screen = new Screen(player);
  try {
    const address = `/api/v1/devices/${encodeURIComponent(player.device)}/stream`;
    const response = await fetch(address, { signal: AbortSignal.any([signal, stop.signal]) });
    if (!response.ok || !response.body) return;
    for await (const record of records(response.body.getReader())) {
      dog.alive();
      if (record.kind === kinds.end) return;
      if (record.kind === kinds.config) await screen.configure(jsonOf(record.data) as Config);
      if (record.kind === kinds.key || record.kind === kinds.delta) await screen.decode(record);
    }
  } catch {
    // A stream that breaks is one that has ended.
  } finally {
    dog.end();
    screen.close();
    stop.abort();
  }
}
