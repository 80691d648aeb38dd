// TroubleLine.tsx: one line that says that the run went wrong elsewhere, and leads there
import { useTranslation } from 'react-i18next';
import { callOutcome } from '@/outcome/calls';
import { isBad, type Outcome, outcomeOf } from '@/outcome/outcome';
import { line } from '@/outcome/words';
import { Button } from '@/parts/Button';
import { Worded } from '@/parts/Worded';
import { rowAt } from './rows';
import styles from './Trouble.module.css';
import { groupOf, type RunViewState, useRunView } from './view';

// Of the run; its headline is about the step in which it went wrong. Where the record says no more than that the step
// failed, the call that failed says what was expected.
export function troubleOutcome({ data, timeline, trouble }: RunViewState): Outcome {
  const { run, events } = data;
  const outcome = outcomeOf(run);
  const facts = groupOf(timeline, trouble)?.facts;
  const call = events.find((event) => event.index === trouble?.event);
  if (outcome.tone !== 'fail' || outcome.expected || !facts || call?.type !== 'tool' || !isBad(call))
    return outcome;
  const { headline, expected, seen, nearest } = callOutcome(call, undefined, true);
  return {
    ...outcome,
    ...(expected && { expected }),
    ...(seen && { seen }),
    ...(nearest && { nearest }),
    ...(expected && { cause: line('causeCheck') }),
    headline: line('stepFailed', { step: facts.step, what: headline }),
  };
}

// The failing call is selected, or its step.
export function isAtTrouble({ trouble, rows, timeline, row, selected }: RunViewState): boolean {
  if (!trouble || !row) return false;
  if (row.kind === 'group') return row.group === groupOf(timeline, trouble);
  return selected === rowAt(rows, timeline, trouble);
}

export function TroubleLine() {
  const { t } = useTranslation();
  const view = useRunView();
  const { trouble, narrow, show, open } = view;
  if (!trouble || (isAtTrouble(view) && !narrow)) return null;
  const { headline, tone } = troubleOutcome(view);
  return (
    <p className={`${styles.line} ${tone === 'fail' ? '' : styles.open}`}>
      <span className={styles.headline}>
        <Worded line={headline} />
      </span>
      <Button
        look="text"
        onClick={() => {
          show(trouble);
          if (narrow) open();
        }}
      >
        {t('run.goThere')}
      </Button>
    </p>
  );
}
