import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import type { BotResult, MoneyResult, ResultPart } from '@tenbin/contract';
import { negate } from '@tenbin/market';
import {
  decimals,
  Empty,
  FactList,
  Failure,
  Figure,
  FoldingPanel,
  formatAmount,
  formatDate,
  formatHolding,
  Loading,
  SmallTable,
} from '@tenbin/ui';
import type { ReactNode } from 'react';
import { useBotRoutes } from '../bot-routes.ts';
import type { BotView } from '../bots/bot-view.ts';
import { endsWithStop } from '../bots/ends-with-stop.ts';
import { useBotText } from '../words/text.ts';

const shownDays = 31;
/** The days scroll in a place of their own, in pixels. */
const daysHeight = 260;
const refreshMs = 60_000;

/** What the bot brought in money: in all, of what that is made, in each currency, and by the day. */
export function ResultPanel({ bot }: { bot: BotView }) {
  const text = useBotText('result');
  return (
    <FoldingPanel title={text('title')}>
      <Result bot={bot} />
    </FoldingPanel>
  );
}

function Result({ bot }: { bot: BotView }) {
  const routes = useBotRoutes();
  const text = useBotText('result');
  const result = useQuery({ ...query(routes.result, { params: { id: bot.id }, query: { limit: shownDays } }), refetchInterval: refreshMs });
  const { total, valuation } = result.data ?? {};
  return (
    <>
      {result.isPending && <Loading what={text('title')} rows={6} height={56} />}
      {result.isLoadingError && <Failure what={text('title')} error={result.error} onRetry={() => void result.refetch()} />}
      {result.data && !total && <Empty title={text('emptyTitle')}>{text('emptyHelp')}</Empty>}
      {result.data && total && valuation && (
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Headline total={total} valuation={valuation} isAtStop={endsWithStop(bot)} />
          <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' } }}>
            <Split usd={total.usd} />
            <ByCurrency total={total} />
          </Box>
          <Days days={result.data.days} />
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {result.data.since && text('since', { since: formatDate(result.data.since) })}{' '}
            {result.data.until && text('until', { until: formatDate(result.data.until) })} {total.hasEstimate && text('estimate')}
          </Typography>
        </Box>
      )}
    </>
  );
}

interface HeadlineProps {
  readonly total: ResultPart;
  readonly valuation: NonNullable<BotResult['valuation']>;
  readonly isAtStop: boolean;
}

function Headline({ total: { usd, fees }, valuation, isAtStop }: HeadlineProps) {
  const text = useBotText('result');
  const coins = Object.entries(fees).map(([coin, amount]) => `${formatAmount(amount)} ${coin}`);
  const figures: readonly (readonly [name: string, figure: ReactNode, detail: ReactNode])[] = [
    [
      text('result'),
      <Usd key="result" value={usd.result} change large />,
      text(isAtStop ? 'worthAtStop' : 'worthNow', { worth: usdText(valuation.worth) }),
    ],
    [
      text('againstHolding'),
      <Usd key="holding" value={usd.againstHolding} change large />,
      text('holdingNow', { worth: usdText(valuation.holding) }),
    ],
    [text('againstEven'), <Usd key="even" value={usd.againstEven} change large />, text('evenNow', { worth: usdText(valuation.even) })],
    [text('fees'), <Usd key="fees" value={negate(usd.fees)} change large />, coins.length > 0 ? coins.join(', ') : text('noFees')],
  ];
  return (
    <FactList
      facts={figures.map(([name, value, detail]) => ({ name, value, more: [detail] }))}
      sx={{
        gap: 2,
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: 'repeat(4, 1fr)' },
        '& dd + dd': { color: 'text.secondary', overflowWrap: 'anywhere' },
      }}
    />
  );
}

/** What makes up the difference to buy and hold. */
function Split({ usd }: { usd: MoneyResult }) {
  const text = useBotText('result');
  const parts = [
    ['earned', usd.earned],
    ['feesPaid', negate(usd.fees)],
    ['rounding', usd.rounding],
    ['price', usd.price],
    ['againstHolding', usd.againstHolding],
  ] as const;
  return (
    <div>
      <Heading>{text('split')}</Heading>
      <SmallTable
        label={text('split')}
        heads={[text('part'), 'USD']}
        rows={parts.map(([part, value]) => ({ key: part, cells: [text(part), <Usd key={part} value={value} change />] }))}
        lined
      />
      <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
        {text('splitHelp')}
      </Typography>
    </div>
  );
}

function ByCurrency({ total: { currencies } }: { total: ResultPart }) {
  const text = useBotText('result');
  return (
    <div>
      <Heading>{text('byCurrency')}</Heading>
      <SmallTable
        label={text('byCurrency')}
        heads={[text('currency'), text('change'), text('resultIn'), text('flows')]}
        rows={Object.entries(currencies).map(([currency, { change, result, flows }]) => ({
          key: currency,
          cells: [currency, ...[change, result, flows].map((amount) => signed(amount, currency))],
        }))}
        lined
      />
      <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
        {text('byCurrencyHelp')}
      </Typography>
    </div>
  );
}

function Days({ days }: { days: BotResult['days'] }) {
  const text = useBotText('result');
  return (
    <div>
      <Heading>{text('days')}</Heading>
      <SmallTable
        label={text('days')}
        heads={[text('day'), text('result'), text('againstHolding'), text('earned'), text('fees'), text('profit'), text('fills')]}
        rows={days.map(({ day, usd, basisPoint, trades }) => ({
          key: day,
          cells: [
            day,
            <Usd key="result" value={usd.result} change />,
            <Usd key="holding" value={usd.againstHolding} change />,
            <Usd key="earned" value={usd.earned} change />,
            <Usd key="fees" value={negate(usd.fees)} change />,
            <Figure key="profit" value={basisPoint} digits={decimals.bps} unit="bp" change />,
            <Figure key="fills" value={trades} digits={0} />,
          ],
        }))}
        maxHeight={daysHeight}
        lined
      />
      <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
        {text('fillsHelp')}
      </Typography>
    </div>
  );
}

const Heading = ({ children }: { children: ReactNode }) => (
  <Typography component="h3" sx={{ fontSize: 14, fontWeight: 600, mb: 0.5 }}>
    {children}
  </Typography>
);

function Usd({ value, change = false, large = false }: { value: string; change?: boolean; large?: boolean }) {
  return <Figure value={Number(value)} digits={decimals.worth} change={change} {...(large && { unit: 'USD', size: 'large' as const })} />;
}

const usdText = (amount: string): string => formatAmount(amount, decimals.worth, { always: true });
const signed = (amount: string, currency: string): string => `${Number(amount) > 0 ? '+' : ''}${formatHolding(amount, currency)}`;
