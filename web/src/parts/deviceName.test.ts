import { expect, it } from 'vitest';
import { kindOf, ownName, pathOf } from './deviceName';

it.each([
  ['Pixel_8_API_35', 'Pixel 8 API 35'],
  ['iPhone 16 Pro', 'iPhone 16 Pro'],
  ['Virtual_Android', 'Virtual Android'],
  ['sdk gphone64 x86 64', undefined],
  ['sdk_gphone64_x86_64', undefined],
  ['Android SDK built for x86', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s is called %s', (name, own) => {
  expect(ownName({ platform: 'android', ...(name !== undefined && { name }) })).toBe(own);
});

it('a device without a name is called by its kind', () => {
  expect(kindOf({ platform: 'android', kind: 'emulator' })).toBe('emulator');
  expect(kindOf({ platform: 'android', kind: 'physical' })).toBe('phone');
  expect(kindOf({ platform: 'ios', kind: 'simulator' })).toBe('simulator');
  expect(kindOf({ platform: 'ios' })).toBe('iphone');
});

it('the address of a device says which host has it', () => {
  expect(pathOf('emulator-5554')).toBe('/devices/emulator-5554');
  expect(pathOf('10.0.0.1:5555', 'lab b&c')).toBe('/devices/10.0.0.1%3A5555?host=lab%20b%26c');
});
