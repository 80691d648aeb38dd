// deviceName.ts: a device as people call it: "Pixel 8 · Android 15"; pure
import type { Device } from '@/api/client';

type Named = Pick<Device, 'platform'> & Partial<Pick<Device, 'name' | 'os' | 'kind'>>;

// Names that images of emulators have by default say nothing of the device.
const generic = /^(sdk[_ ]|android sdk built for|generic[_ ]|aosp on|google_sdk)|gphone/i;

// What to say for a device without a name of its own: the key of a text in devices.*.
export function kindOf({ platform, kind }: Named): 'emulator' | 'simulator' | 'phone' | 'iphone' {
  const isIos = platform === 'ios';
  if (kind === 'emulator' || kind === 'simulator') return isIos ? 'simulator' : 'emulator';
  return isIos ? 'iphone' : 'phone';
}

// undefined: it has no name that tells it from others.
export function ownName({ name }: Named): string | undefined {
  const words = (name ?? '').replaceAll('_', ' ').replace(/\s+/g, ' ').trim();
  return words && !generic.test(name ?? '') ? words : undefined;
}

// The address of a device's page. host: of the pool, that has it, if it is not this one; ids of emulators are the
// same everywhere.
export function pathOf(id: string, host?: string): string {
  return `/devices/${encodeURIComponent(id)}${host ? `?host=${encodeURIComponent(host)}` : ''}`;
}
