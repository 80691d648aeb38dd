// models.test.ts: a listed model becomes the profile that has it, the row for any model, or one of one's own
import { expect, test } from 'vitest';
import type { Profile } from '@/api/client';
import type { Provider } from '@/api/profiles';
import { choiceOf, othersOf } from './models';

const profile = (id: string, model: string): Profile => ({
  id,
  model,
  title: id,
  provider: 'openai',
  baseUrl: '',
  key: { set: false },
  stored: [],
  custom: false,
  needsKey: false,
  usable: true,
  state: 'ready',
});
const provider = (id: string, profiles: string[], models: string[]): Provider => ({
  id,
  title: id,
  format: id === 'ollama' ? 'ollama' : 'anthropic',
  baseUrl: '',
  defaultUrl: '',
  keyVariable: '',
  needsKey: false,
  key: { set: false },
  keys: 0,
  profiles,
  models,
  state: 'ready',
});

const profiles = [
  profile('Opus55', 'claude-opus-5-5'),
  profile('Ollama', 'qwen3:8b'),
  profile('claude-new', 'x'),
];

test('a model that a profile has is that profile', () => {
  const anthropic = provider('anthropic', ['Opus55'], ['claude-opus-5-5']);
  expect(choiceOf(anthropic, profiles, 'claude-opus-5-5')).toEqual({ id: 'Opus55' });
});

test('another model of a local server changes the row for any model', () => {
  const ollama = provider('ollama', ['Ollama'], ['a', 'b']);
  expect(choiceOf(ollama, profiles, 'b')).toEqual({ id: 'Ollama', body: { model: 'b' } });
});

test('another model of a vendor becomes a profile of its own, whose name is free', () => {
  const anthropic = provider('anthropic', ['Opus55'], []);
  expect(choiceOf(anthropic, profiles, 'claude/Claude_New')).toEqual({
    id: 'Claude_New-2',
    body: { format: 'anthropic', model: 'claude/Claude_New', title: 'claude/Claude_New' },
  });
  expect(choiceOf(anthropic, profiles, '///').id).toBe('model');
});

test('only profiles of the provider count', () => {
  const anthropic = provider('anthropic', ['Opus55'], ['claude-opus-5-5', 'qwen3:8b']);
  expect(othersOf(anthropic, profiles)).toEqual(['qwen3:8b']);
});
