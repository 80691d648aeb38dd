// useStartSuite.ts: starts a suite, and tells where it can be watched
import { useTranslation } from 'react-i18next';
import { useRunSuite } from '@/api/team_suites';
import '@/text/team';
import { notify } from '../Notices';

export function useStartSuite() {
  const { t } = useTranslation('team');
  const run = useRunSuite();
  // then: instead of telling it, with the id of the suite's run
  const start = (suite: string, then?: (run: string) => void) =>
    run.mutate(suite, {
      onSuccess: ({ id }) => {
        const to = `/suite-runs/${encodeURIComponent(id)}`;
        if (then) then(id);
        else notify(t('suites.started'), { link: { name: t('suites.watch'), to } });
      },
      onError: (error) => notify(error.message, { tone: 'fail' }),
    });
  return { start, busy: run.isPending };
}
