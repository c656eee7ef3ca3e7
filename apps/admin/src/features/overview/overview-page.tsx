import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { PageLink, PageTitle, query } from '@tenbin/app-kit';
import { useCauseLabel } from '@tenbin/bot-views';
import type { BotStanding } from '@tenbin/bots';
import { getOverview, getUserHistory, keyEndsSoonDays, type Mapped, type RouteReply } from '@tenbin/contract';
import { decimals, Empty, FactList, Failure, Figure, formatNumber, formatYen, Loading, Panel, SmallLine, TimeChart } from '@tenbin/ui';
import type { ReactElement, ReactNode } from 'react';
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

/** What leads to the list that a figure counts. */
type LinkTo = (children: ReactNode, label?: string) => ReactElement;
const toUsers =
  (search: Parameters<typeof UsersLink>[0]['search']): LinkTo =>
  (children, label) => (
    <UsersLink search={search} label={label}>
      {children}
    </UsersLink>
  );
const toBots =
  (search: Parameters<typeof BotsLink>[0]['search']): LinkTo =>
  (children, label) => (
    <BotsLink search={search} label={label}>
      {children}
    </BotsLink>
  );

interface ListLinkProps<Search> {
  readonly search: Search;
  readonly label: string | undefined;
  readonly children: ReactNode;
}

const UsersLink = ({
  search,
  label,
  children,
}: ListLinkProps<{
  readonly condition?: 'paid' | 'bot-is-running';
  readonly only?: 'verified' | 'paymentMissing' | 'flagged' | 'bouncing';
  readonly since?: 'thisMonth';
}>) => (
  <PageLink to="/users" search={search} aria-label={label}>
    {children}
  </PageLink>
);

const BotsLink = ({
  search,
  label,
  children,
}: ListLinkProps<{
  readonly standing?: BotStanding;
  readonly cause?: string;
  readonly stopped?: 'hours24';
  readonly keyEnds?: 'soon';
}>) => (
  <PageLink to="/bots" search={search} aria-label={label}>
    {children}
  </PageLink>
);

const userLists = {
  all: toUsers({}),
  verified: toUsers({ only: 'verified' }),
  paid: toUsers({ condition: 'paid' }),
  running: toUsers({ condition: 'bot-is-running' }),
  newThisMonth: toUsers({ since: 'thisMonth' }),
} as const;

const attentionLists = {
  failedPayments: toUsers({ only: 'paymentMissing' }),
  faultedBots: toBots({ cause: 'fault', stopped: 'hours24' }),
  bouncingUsers: toUsers({ only: 'bouncing' }),
  endingKeys: toBots({ keyEnds: 'soon' }),
  flaggedUsers: toUsers({ only: 'flagged' }),
} as const;

const botLists = [
  ['running', 'botsRunning'],
  ['between', 'botsBetween'],
  ['stopped', 'botsStopped'],
] as const;

/** A figure with its name, and the way to the list that it counts. */
const counted = (name: string, value: number, linkTo: LinkTo, isLarge = true) => ({
  name,
  value: linkTo(isLarge ? large(value) : <Figure value={value} digits={0} />, `${name}: ${formatNumber(value, { digits: 0 })}`),
});

function Found({ overview: { users, volume, revenue, bots, attention } }: { overview: Overview }) {
  const text = useText('overview');
  const labelOf = useCauseLabel();
  const waiting = (['failedPayments', 'faultedBots', 'bouncingUsers', 'endingKeys', 'flaggedUsers'] as const).filter(
    (name) => attention[name] > 0,
  );
  return (
    <Box sx={grid}>
      <Panel title={text('attention')} sx={{ gridColumn: '1 / -1' }}>
        {waiting.length === 0 ? (
          <Empty title={text('nothing')}>{text('nothingHelp')}</Empty>
        ) : (
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
            {waiting.map((name) => (
              <Box component="li" key={name} sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
                {attentionLists[name](text(name, { days: keyEndsSoonDays }))}
                <strong>
                  <Figure value={attention[name]} digits={0} />
                </strong>
              </Box>
            ))}
          </Box>
        )}
      </Panel>
      <Panel title={text('users')} action={<PageLink to="/users">{text('all')}</PageLink>}>
        <FactList
          sx={figures}
          facts={(['all', 'verified', 'paid', 'running', 'newThisMonth'] as const).map((name) =>
            counted(text(name), users[name], userLists[name]),
          )}
        />
      </Panel>
      <Panel title={text('volume')}>
        <FactList
          sx={{ gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } }}
          facts={(['thisMonth', 'lastMonth'] as const).map((name) => ({
            name: text(name),
            value: large(volume[name], decimals.usd, 'USD'),
          }))}
        />
      </Panel>
      <Panel title={text('curve')}>
        <Curve />
      </Panel>
      {revenue && <Revenue revenue={revenue} />}
      <Panel title={text('bots')} action={<PageLink to="/bots">{text('all')}</PageLink>}>
        <FactList sx={figures} facts={botLists.map(([standing, name]) => counted(text(name), bots[standing], toBots({ standing })))} />
        {bots.byCause.length > 0 && (
          <FactList
            label={text('causes')}
            beside
            sx={{ mt: 2, rowGap: 0.5 }}
            facts={bots.byCause.map(({ cause, count }) =>
              counted(
                cause === null ? text('neverRan') : labelOf(cause),
                count,
                toBots({ standing: 'stopped', cause: cause ?? 'none' }),
                false,
              ),
            )}
          />
        )}
      </Panel>
    </Box>
  );
}

/** Whole yen: exact. */
const sumOf = (months: readonly { readonly total: number }[]): number => months.reduce((sum, { total }) => sum + total, 0);

/** What came in, this month against the last one, and over a year: months are those of the organization. */
function Revenue({ revenue: { thisMonth, lastMonth, months } }: { readonly revenue: NonNullable<Overview['revenue']> }) {
  const text = useText('overview');
  const yenOf = (value: number) => <PageLink to="/revenue">{formatYen(value)}</PageLink>;
  return (
    <Panel title={text('revenue')} action={<PageLink to="/revenue">{text('revenueByPlan')}</PageLink>}>
      <FactList
        sx={{ gap: 2, mb: 2, fontSize: 20, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}
        facts={[
          { name: text('revenueThisMonth'), value: yenOf(thisMonth) },
          { name: text('revenueLastMonth'), value: yenOf(lastMonth) },
        ]}
      />
      <SmallLine values={months.map(({ total }) => total)} height={96} />
      <Box sx={{ fontSize: 14, color: 'text.secondary' }}>
        {text('revenueSentence', { from: months[0]?.month.replace('-', '/') ?? '', total: formatYen(sumOf(months)) })}
      </Box>
    </Panel>
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
