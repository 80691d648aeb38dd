// profiles.mjs: the mocks as mobile-tester-agent reaches them: one row for each
// way in which a format is spoken
import { startModel } from './core.mjs';

// name: [format, profile, options of the mock, variables of address and key]
const rows = {
  anthropic: ['anthropic', 'Opus47', {}, 'ANTHROPIC_BASE_URL', 'CLAUDE_API_KEY'],
  deepseek: ['chat', 'DeepSeekV4Flash', { flavour: 'deepseek' }, 'DEEPSEEK_BASE_URL', 'DEEP_SEEK_KEY'],
  openrouter: ['chat', 'GPT52Pro', { flavour: 'openrouter', comments: true }, 'OPENROUTER_BASE_URL', 'OPEN_ROUTER'],
  local: [
    'chat',
    'LocalOpenAI',
    { flavour: 'local', model: 'local-model' },
    'LOCAL_OPENAI_BASE_URL',
    'LOCAL_OPENAI_API_KEY',
  ],
  openai: [
    'chat',
    'LocalOpenAI',
    { flavour: 'openai', model: 'gpt-4.1' },
    'LOCAL_OPENAI_BASE_URL',
    'LOCAL_OPENAI_API_KEY',
    { LOCALOPENAI_MODEL: 'gpt-4.1' },
  ],
  responses: ['responses', 'GPT52ProOpenAI', {}, 'OPENAI_BASE_URL', 'OPENAI_API_KEY'],
  gemini: ['gemini', 'Gemini3Pro', {}, 'GOOGLE_GEMINI_BASE_URL', 'GEMINI_API_KEY'],
  ollama: ['ollama', 'QWEN36B', {}, 'OLLAMA_HOST', 'OLLAMA_API_KEY'],
  seeing: [
    'ollama',
    'Ollama',
    { model: 'qwen3-vl:8b' },
    'OLLAMA_HOST',
    'OLLAMA_API_KEY',
    { OLLAMA_MODEL: 'qwen3-vl:8b' },
  ],
};

export const profiles = Object.keys(rows);
export const formatOf = (name) => rows[name][0];

// A mock, with the profile and the environment by which it is found.
export async function startProfile(name, script, options = {}) {
  const [format, profile, own, address, key, more] = rows[name];
  const { stream = true, ...rest } = options;
  const mock = await startModel(format, script, { ...own, ...rest });
  mock.profile = profile;
  mock.environment = {
    [address]: mock.url,
    ...(mock.options.key ? { [key]: mock.options.key } : {}),
    ...more,
    AGENTEST_MODEL_STREAM: stream ? '1' : '0',
  };
  return mock;
}
