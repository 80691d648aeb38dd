// ModelCall.tsx: what a model was asked and what it answered, as far as the run has kept it
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Foreign } from '@/parts/Foreign';
import { Failure, Loading } from '@/parts/Page';
import { useFormat } from '@/text/format';
import styles from './Details.module.css';
import type { RunSource } from './data';
import Json from './Json';

type Part = { kind?: string; text?: string; name?: string; args?: unknown };
type Usage = Partial<Record<'inputTokens' | 'cachedTokens' | 'outputTokens' | 'reasoningTokens', number>> & {
  costUsd?: number | null;
};
type Call = {
  provider?: string;
  model?: string;
  status?: number;
  durationMs?: number;
  requestBytes?: number;
  request?: unknown;
  reply?: { stop?: string; parts?: Part[]; usage?: Usage; raw?: unknown };
  failure?: { text?: string };
};

export function useCall(source: RunSource, path: string) {
  const [state, setState] = useState<{ path: string; call?: Call; error?: unknown }>({ path });
  useEffect(() => {
    let gone = false;
    source.call(path).then(
      (call) => !gone && setState({ path, call: call as Call }),
      (error) => !gone && setState({ path, error }),
    );
    return () => {
      gone = true;
    };
  }, [source, path]);
  return state.path === path ? state : { path };
}

function Numbers({ call }: { call: Call }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { usage = {} } = call.reply ?? {};
  const count = (value: number | undefined) => (value === undefined ? undefined : format.number(value));
  const rows = [
    ['model', call.model],
    ['provider', call.provider],
    ['httpStatus', call.status ? String(call.status) : undefined],
    ['duration', call.durationMs === undefined ? undefined : format.duration(call.durationMs)],
    ['stop', call.reply?.stop],
    ['inputTokens', count(usage.inputTokens)],
    ['cachedTokens', count(usage.cachedTokens)],
    ['outputTokens', count(usage.outputTokens)],
    ['reasoningTokens', count(usage.reasoningTokens)],
    ['cost', usage.costUsd === undefined ? undefined : format.money(usage.costUsd)],
  ] as const;
  return (
    <dl className={styles.facts}>
      {rows.map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name}>
              <dt>{t(`run.fact.${name}`)}</dt>
              <dd>
                <Foreign text={value} />
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

function ReplyPart({ part }: { part: Part }) {
  const { t } = useTranslation();
  if (part.kind === 'call')
    return (
      <div className={styles.part}>
        <h4>{t('run.callOf', { tool: part.name })}</h4>
        <Json value={part.args ?? part.text} />
      </div>
    );
  return (
    <div className={styles.part}>
      <h4>{part.kind === 'thought' ? t('run.kind.thought') : t('run.kind.said')}</h4>
      <p className={styles.said}>
        <Foreign text={part.text ?? ''} />
      </p>
    </div>
  );
}

export default function ModelCall({ source, path }: { source: RunSource; path: string }) {
  const { t } = useTranslation();
  const { call, error } = useCall(source, path);
  const file = source.file(path);
  if (error) return <Failure error={error} />;
  if (!call) return <Loading />;
  return (
    <div className={styles.call}>
      <Numbers call={call} />
      {file && (
        <a href={file} download className={styles.download}>
          <Download aria-hidden /> {t('run.download')}
        </a>
      )}
      <section>
        <h3>{t('run.reply')}</h3>
        {call.failure && (
          <p className={styles.said}>
            <Foreign text={call.failure.text ?? ''} />
          </p>
        )}
        {call.reply?.parts?.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a reply never move
          <ReplyPart key={at} part={part} />
        ))}
        {call.reply?.raw !== undefined && (
          <details>
            <summary>{t('run.asReceived')}</summary>
            <Json value={call.reply.raw} />
          </details>
        )}
      </section>
      <section>
        <h3>{t('run.request')}</h3>
        <p className={styles.soft}>{t('run.redacted')}</p>
        {call.request ? <Json value={call.request} /> : <p>{t('run.requestTooLong')}</p>}
      </section>
    </div>
  );
}
