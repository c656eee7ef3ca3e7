import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { PageLink, PageTitle, query } from '@tenbin/app-kit';
import { getHealth } from '@tenbin/contract';
import {
  Banner,
  Empty,
  FactList,
  Failure,
  formatNumber,
  formatTime,
  Loading,
  Panel,
  percent,
  SmallTable,
  unknownFigure,
  useAgeText,
} from '@tenbin/ui';
import { ProcessesTable } from '../../app/processes-table.tsx';
import type { ShownHealth } from '../../app/shown-health.ts';
import { useText } from '../../app/text.ts';

const refetchMs = 5000;
const whole = (count: number): string => formatNumber(count, { digits: 0 });
const queueWord = (queue: string) => `queue_${queue}` as 'queue_mail';

export function HealthPage() {
  const text = useText('health');
  const health = useQuery({ ...query(getHealth, {}), refetchInterval: refetchMs });
  return (
    <>
      <PageTitle title={text('health')}>{health.data && text('asOf', { time: formatTime(health.data.at) })}</PageTitle>
      {health.isPending && <Loading what={text('health')} rows={6} height={56} />}
      {health.isError && <Failure what={text('health')} error={health.error} onRetry={() => void health.refetch()} />}
      {health.data && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Alarms alarms={health.data.alarms} />
          <Sums health={health.data} />
          <Panel title={text('processes')}>
            {health.data.processes.length === 0 ? (
              <Empty title={text('noProcesses')}>{text('noProcessesHelp')}</Empty>
            ) : (
              <ProcessesTable processes={health.data.processes} at={health.data.at} />
            )}
          </Panel>
          <ExchangesPanel health={health.data} />
          <JobsPanel health={health.data} />
        </Box>
      )}
    </>
  );
}

function Alarms({ alarms }: Pick<ShownHealth, 'alarms'>) {
  const text = useText('health');
  if (alarms.length === 0) return <Banner severity="info" title={text('allWell')} />;
  return (
    <Box component="section" aria-label={text('alarms')} sx={{ display: 'grid', gap: 1 }}>
      {alarms.map(({ code, of, figure }) => (
        <Banner
          key={`${code} ${of}`}
          severity="error"
          title={text(`alarm_${code}`, {
            of: of === null ? '' : code === 'jobsLate' || code === 'jobsDead' ? text(queueWord(of)) : of,
            figure: figure === null ? '' : formatNumber(figure, { digits: Number.isInteger(figure) ? 0 : 1 }),
          })}
        >
          {text(`remedy_${code}`)}
        </Banner>
      ))}
    </Box>
  );
}

function Sums({ health }: { readonly health: ShownHealth }) {
  const text = useText('health');
  const ageText = useAgeText();
  const { at, database, mails, ordersUnknown, eventsPerSecond, reconciledAt, backedUpAt } = health;
  const ago = (moment: string) => text('ago', { age: ageText(moment, Date.parse(at)) });
  const { inUse, idle, waiting } = database.connections;
  return (
    <Panel>
      <FactList
        label={text('health')}
        sx={{ gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 180px), 1fr))' }}
        facts={[
          { name: text('ordersUnknown'), value: whole(ordersUnknown) },
          { name: text('eventsPerSecond'), value: formatNumber(eventsPerSecond, { digits: 1 }) },
          { name: text('reconciled'), value: reconciledAt === null ? text('nothingRuns') : ago(reconciledAt) },
          { name: text('backedUp'), value: backedUpAt === null ? text(`noBackup_${database.engine}`) : ago(backedUpAt) },
          {
            name: text('mails'),
            value: text(mails.isInbox ? 'mailsInInbox' : 'mailsWaiting', { count: mails.waiting }),
            ...(mails.givenUp > 0 && { more: [text('mailsLost', { count: mails.givenUp })] }),
          },
          {
            name: text('database'),
            value: text(`engine_${database.engine}`),
            more: [text('databaseFigures', { ms: whole(database.answersInMs), megabytes: whole(database.bytes / 1e6) })],
          },
          {
            name: text('connections'),
            value: text('connectionsInUse', { inUse, all: inUse + idle }),
            more: [text('waiting', { waiting })],
          },
        ]}
      />
    </Panel>
  );
}

function ExchangesPanel({ health: { exchanges, at } }: { readonly health: ShownHealth }) {
  const text = useText('health');
  const ageText = useAgeText();
  const heard = (moment: string | null) => (moment === null ? unknownFigure : ageText(moment, Date.parse(at)));
  const stateOf = ({ enabled, isHalted, isReachable }: ShownHealth['exchanges'][number]) => {
    if (!enabled) return 'switchedOff' as const;
    if (isHalted) return 'halted' as const;
    return isReachable === null ? ('notAsked' as const) : isReachable ? ('reachable' as const) : ('silent' as const);
  };
  return (
    <Panel title={text('exchanges')}>
      {exchanges.length === 0 ? (
        <Empty title={text('noExchanges')}>{text('noExchangesHelp')}</Empty>
      ) : (
        <>
          <SmallTable
            lined
            stacked="named"
            label={text('exchanges')}
            heads={[text('name'), text('limitUsed'), text('clockOffset'), text('answered'), text('streamed'), text('state')]}
            rows={exchanges.map((exchange) => ({
              key: exchange.id,
              cells: [
                <PageLink key="name" to="/exchanges/$id" params={{ id: exchange.id }}>
                  {exchange.name}
                </PageLink>,
                exchange.limitUsed === null ? unknownFigure : percent(whole(100 * exchange.limitUsed)),
                exchange.clockOffsetSeconds === null ? unknownFigure : `${formatNumber(exchange.clockOffsetSeconds, { digits: 1 })} s`,
                heard(exchange.answeredAt),
                heard(exchange.streamedAt),
                text(`exchange_${stateOf(exchange)}`),
              ],
            }))}
          />
          <Box sx={{ mt: 1, fontSize: 14, color: 'text.secondary' }}>{text('limitUsedHelp')}</Box>
        </>
      )}
    </Panel>
  );
}

function JobsPanel({ health: { jobs } }: { readonly health: ShownHealth }) {
  const text = useText('health');
  return (
    <Panel title={text('jobs')}>
      <SmallTable
        lined
        stacked="named"
        label={text('jobs')}
        heads={[text('queue'), text('oldest'), text('dead'), text('due')]}
        rows={jobs.map(({ queue, due, oldestAgeSeconds, dead }) => ({
          key: queue,
          cells: [text(queueWord(queue)), due === 0 ? unknownFigure : `${whole(oldestAgeSeconds)} s`, whole(dead), whole(due)],
        }))}
      />
    </Panel>
  );
}
