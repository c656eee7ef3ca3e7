import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { PageLink, PageTitle, query } from '@tenbin/app-kit';
import { useCauseLabel } from '@tenbin/bot-views';
import { getOverview, getUserHistory, type Mapped, type RouteReply } from '@tenbin/contract';
import { decimals, Empty, FactList, Failure, Figure, Loading, Panel, TimeChart } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

type Overview = Mapped<RouteReply<typeof getOverview>>;
const months = 12;

export function OverviewPage() {
  const text = useText('overview');
  const overview = useQuery(query(getOverview, {}));
  return (
    <>
      <PageTitle title={text('title')} />
      {overview.isPending && (
        <Panel>
          <Loading what={text('title')} rows={6} height={72} />
        </Panel>
      )}
      {overview.isLoadingError && (
        <Panel>
          <Failure what={text('title')} error={overview.error} onRetry={() => void overview.refetch()} />
        </Panel>
      )}
      {overview.data && <Found overview={overview.data} />}
    </>
  );
}

const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  alignItems: 'start',
};
const figures = { gap: 2, gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 1fr))' } };
const large = (value: number, digits = 0, unit?: string) => <Figure value={value} digits={digits} size="large" {...(unit && { unit })} />;

function Found({ overview: { users, volume, bots, attention } }: { overview: Overview }) {
  const text = useText('overview');
  const labelOf = useCauseLabel();
  const waiting = [
    {
      count: attention.failedPayments,
      link: (
        <PageLink to="/users" search={{ condition: 'unpaid' }}>
          {text('failedPayments')}
        </PageLink>
      ),
    },
    {
      count: attention.faultedBots,
      link: (
        <PageLink to="/bots" search={{ cause: 'fault' }}>
          {text('faultedBots')}
        </PageLink>
      ),
    },
    {
      count: attention.flaggedUsers,
      link: (
        <PageLink to="/users" search={{ only: 'flagged' }}>
          {text('flaggedUsers')}
        </PageLink>
      ),
    },
  ].filter(({ count }) => count > 0);
  return (
    <Box sx={grid}>
      <Panel title={text('attention')} sx={{ gridColumn: '1 / -1' }}>
        {waiting.length === 0 ? (
          <Empty title={text('nothing')}>{text('nothingHelp')}</Empty>
        ) : (
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
            {waiting.map(({ count, link }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they keep their order
              <Box component="li" key={place} sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
                {link}
                <strong>
                  <Figure value={count} digits={0} />
                </strong>
              </Box>
            ))}
          </Box>
        )}
      </Panel>
      <Panel title={text('users')} action={<PageLink to="/users">{text('all')}</PageLink>}>
        <FactList
          sx={figures}
          facts={(['all', 'verified', 'paid', 'running', 'newThisMonth'] as const).map((name) => ({
            name: text(name),
            value: large(users[name]),
          }))}
        />
      </Panel>
      <Panel title={text('volume')}>
        <FactList
          sx={{ gap: 2, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}
          facts={(['thisMonth', 'lastMonth'] as const).map((name) => ({
            name: text(name),
            value: large(volume[name], decimals.usd, 'USD'),
          }))}
        />
      </Panel>
      <Panel title={text('curve')}>
        <Curve />
      </Panel>
      <Panel title={text('bots')} action={<PageLink to="/bots">{text('all')}</PageLink>}>
        <FactList
          sx={figures}
          facts={[
            { name: text('botsRunning'), value: large(bots.running) },
            { name: text('botsBetween'), value: large(bots.between) },
            { name: text('botsStopped'), value: large(bots.stopped) },
          ]}
        />
        {bots.byCause.length > 0 && (
          <FactList
            label={text('causes')}
            beside
            sx={{ mt: 2, rowGap: 0.5 }}
            facts={bots.byCause.map(({ cause, count }) => ({
              name: cause === null ? text('neverRan') : labelOf(cause),
              value: <Figure value={count} digits={0} />,
            }))}
          />
        )}
      </Panel>
    </Box>
  );
}

/** A year of it; two more months would say nothing more. */
function Curve() {
  const text = useText('overview');
  const { palette } = useTheme();
  const history = useQuery(query(getUserHistory, { query: { scale: 'month' } }));
  if (history.isPending) return <Loading what={text('curve')} rows={4} />;
  if (history.isLoadingError) return <Failure what={text('curve')} error={history.error} onRetry={() => void history.refetch()} />;
  const points = (history.data ?? []).slice(-months);
  const line = (name: 'all' | 'paid' | 'active', colour: string, dashed = false) => ({
    kind: 'line' as const,
    name: text(name),
    colour,
    dashed,
    points: points.map(({ at, [name]: value }) => ({ at: Date.parse(at), value })),
  });
  return (
    <TimeChart
      height={220}
      sentence={text('curveSentence', { from: points[0]?.all ?? 0, to: points.at(-1)?.all ?? 0 })}
      model={{
        digits: 0,
        series: [line('all', palette.primary.main), line('paid', palette.text.secondary, true), line('active', palette.success.main)],
      }}
    />
  );
}
