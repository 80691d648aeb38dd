// Worded.tsx: a sentence of ours with texts of others in it, each in its own direction
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { CLOSE, type Line, OPEN, worded } from '@/outcome/words';

const foreign = new RegExp(`${OPEN}([^${OPEN}${CLOSE}]*)${CLOSE}`, 'u');

export function Worded({ line }: { line: Line }) {
  const { t } = useTranslation();
  return worded(t, line)
    .split(foreign)
    .map((part, at) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move
      at % 2 === 0 ? <Fragment key={at}>{part}</Fragment> : <bdi key={at}>{part}</bdi>,
    );
}
