// models.ts: which profile a model that a provider lists becomes; pure
import type { Profile, Schemas } from '@/api/client';
import type { Provider } from '@/api/profiles';

type Choice = { id: string; body?: Schemas['ProfileInput'] };

// Rows of the table that stand for "any model of this provider".
const anyModel: Record<string, string> = {
  ollama: 'Ollama',
  local: 'LocalOpenAI',
  openrouter: 'OpenRouter',
  deepseek: 'DeepSeekFlash',
};

// Case, "-", "_" and "." do not count in names of profiles.
const bare = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

function freeName(model: string, taken: readonly string[]): string {
  const name =
    model
      .replace(/^.*\//, '')
      .replace(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/^[^A-Za-z0-9]+/, '')
      .slice(0, 50) || 'model';
  const used = new Set(taken.map(bare));
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? name : `${name}-${count}`;
    if (!used.has(bare(candidate))) return candidate;
  }
}

export function choiceOf(provider: Provider, profiles: readonly Profile[], model: string): Choice {
  const own = profiles.filter((each) => provider.profiles.includes(each.id));
  const there = own.find((each) => each.model === model);
  if (there) return { id: there.id };
  const row = anyModel[provider.id];
  if (row) return { id: row, body: { model } };
  const taken = profiles.map((each) => each.id);
  return { id: freeName(model, taken), body: { format: provider.format, model, title: model } };
}

// The models that the provider has listed and no profile is of yet.
export function othersOf(provider: Provider, profiles: readonly Profile[]): string[] {
  const known = new Set(
    profiles.filter((each) => provider.profiles.includes(each.id)).map(({ model }) => model),
  );
  return (provider.models ?? []).filter((model) => !known.has(model));
}
