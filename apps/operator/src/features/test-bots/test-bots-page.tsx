import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { keyOf, PageLink, PageTitle, Problem, query, useAction, useCallForm, useClient } from '@tenbin/app-kit';
import {
  getHealth,
  getTestBotFigures,
  listTestBots,
  makeTestBots,
  removeTestBots,
  startTestBots,
  stopTestBots,
  type TestBotFigures,
} from '@tenbin/contract';
import {
  Banner,
  ConfirmDialog,
  Empty,
  FactList,
  Failure,
  Field,
  formatNumber,
  Loading,
  Panel,
  SmallTable,
  useErrorText,
  useFailureToast,
  useToast,
} from '@tenbin/ui';
import { useState } from 'react';
import { ActButton } from '../../app/act-button.tsx';
import { ProcessesTable } from '../../app/processes-table.tsx';
import { useText } from '../../app/text.ts';
import { useMayOperate } from '../../app/use-self.ts';

const refetchMs = 5000;
const shown = 20;
const whole = (count: number): string => formatNumber(count, { digits: 0 });

export function TestBotsPage() {
  const text = useText('testBots');
  const figures = useQuery({ ...query(getTestBotFigures, {}), refetchInterval: refetchMs });
  return (
    <>
      <PageTitle title={text('testBots')}>{text('what')}</PageTitle>
      {figures.isPending && <Loading what={text('testBots')} rows={6} height={56} />}
      {figures.isLoadingError && <Failure what={text('testBots')} error={figures.error} onRetry={() => void figures.refetch()} />}
      {figures.data && <Found figures={figures.data} />}
    </>
  );
}

function Found({ figures }: { readonly figures: TestBotFigures }) {
  const text = useText('testBots');
  const mayOperate = useMayOperate();
  const { isPossible, total, byState } = figures;
  const countOf = (state: TestBotFigures['byState'][number]['state']) => byState.find((one) => one.state === state)?.count ?? 0;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {!isPossible && (
        <Banner severity="info" title={text('notPossible')}>
          {text('notPossibleHelp')}
        </Banner>
      )}
      <Panel>
        <FactList
          label={text('testBots')}
          sx={{ gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 120px), 1fr))' }}
          facts={[
            { name: text('total'), value: whole(total) },
            ...(['running', 'starting', 'stopping', 'stopped'] as const).map((state) => ({
              name: text(state),
              value: whole(countOf(state)),
            })),
          ]}
        />
        {mayOperate && total > 0 && <Acts figures={figures} />}
      </Panel>
      {mayOperate && isPossible && <Make />}
      <Load />
      <List total={total} />
    </Box>
  );
}

function useReadAgain() {
  const queries = useQueryClient();
  return () => Promise.all([getTestBotFigures, listTestBots].map((read) => queries.invalidateQueries({ queryKey: keyOf(read) })));
}

function Make() {
  const text = useText('testBots');
  const errorText = useErrorText();
  const toast = useToast();
  const readAgain = useReadAgain();
  const form = useCallForm(makeTestBots, {
    defaults: { num: '100' },
    input: ({ num }) => ({ params: { num: num.trim() } }),
    onSuccess: ({ made, total }) => {
      toast('success', text('made', { made: whole(made), total: whole(total) }));
      void readAgain();
    },
  });
  return (
    <Panel title={text('make')}>
      <Box component="form" noValidate onSubmit={form.submit} sx={{ display: 'grid', gap: 1, maxWidth: 320 }}>
        {form.error && <Problem>{errorText(form.error)}</Problem>}
        <Field label={text('howMany')} help={text('howManyHelp')} inputMode="numeric" autoComplete="off" {...form.field('num')} />
        <Box>
          <Button type="submit" variant="contained" loading={form.isSending}>
            {text('make')}
          </Button>
        </Box>
      </Box>
    </Panel>
  );
}

const calls = { start: startTestBots, stop: stopTestBots, remove: removeTestBots } as const;

/** Each after a question that says what it does. */
function Acts({ figures: { total, busy, isPossible } }: { readonly figures: TestBotFigures }) {
  const text = useText('testBots');
  const client = useClient();
  const toast = useToast();
  const failed = useFailureToast();
  const readAgain = useReadAgain();
  const [asked, setAsked] = useState<keyof typeof calls | null>(null);
  const act = useAction<{ readonly count: number }, keyof typeof calls>({
    mutationFn: (name) => client.call(calls[name], {}),
    onSuccess: ({ count }, name) => toast('success', text(`${name}Done`, { count: whole(count) })),
    onError: (error) => failed(error),
    onSettled: () => {
      setAsked(null);
      return readAgain();
    },
  });
  const facts = { total: whole(total), busy: whole(busy) };
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', mt: 2 }}>
      <ActButton
        variant="contained"
        why={isPossible ? (busy === total ? text('allRun') : null) : text('notPossible')}
        onClick={() => setAsked('start')}
      >
        {text('start')}
      </ActButton>
      <ActButton variant="outlined" color="error" why={busy === 0 ? text('noneRuns') : null} onClick={() => setAsked('stop')}>
        {text('stop')}
      </ActButton>
      <ActButton variant="outlined" color="error" why={busy > 0 ? text('whileRunning', facts) : null} onClick={() => setAsked('remove')}>
        {text('remove')}
      </ActButton>
      {(['start', 'stop', 'remove'] as const).map((name) => (
        <ConfirmDialog
          key={name}
          open={asked === name}
          title={text(`${name}Title`, facts)}
          confirm={text(name)}
          danger={name !== 'start'}
          busy={act.isPending}
          onClose={() => setAsked(null)}
          onConfirm={() => act.mutate(name)}
        >
          {text(`${name}Help`, facts)}
        </ConfirmDialog>
      ))}
    </Box>
  );
}

/** What they cost while they run. */
function Load() {
  const text = useText('testBots');
  const health = useQuery({ ...query(getHealth, {}), refetchInterval: refetchMs });
  return (
    <Panel title={text('load')}>
      {health.isPending && <Loading what={text('load')} rows={2} height={44} />}
      {health.isLoadingError && <Failure what={text('load')} error={health.error} onRetry={() => void health.refetch()} />}
      {health.data && <ProcessesTable processes={health.data.processes} at={health.data.at} />}
    </Panel>
  );
}

function List({ total }: { readonly total: number }) {
  const text = useText('testBots');
  const bots = useQuery({ ...query(listTestBots, { query: { limit: shown } }), refetchInterval: refetchMs });
  return (
    <Panel title={text('newest')}>
      {bots.isPending && <Loading what={text('newest')} rows={4} height={44} />}
      {bots.isLoadingError && <Failure what={text('newest')} error={bots.error} onRetry={() => void bots.refetch()} />}
      {total === 0 && bots.data?.length === 0 && <Empty title={text('none')}>{text('noneHelp')}</Empty>}
      {bots.data && bots.data.length > 0 && (
        <SmallTable
          lined
          stacked="named"
          label={text('newest')}
          heads={[text('name'), text('fills'), text('openOrders'), text('state')]}
          rows={bots.data.map(({ id, name, state, executionCount, openOrderCount }) => ({
            key: id,
            cells: [
              <PageLink key="name" to="/bots/$botId" params={{ botId: id }}>
                {name}
              </PageLink>,
              whole(executionCount),
              whole(openOrderCount),
              text(state),
            ],
          }))}
        />
      )}
    </Panel>
  );
}
