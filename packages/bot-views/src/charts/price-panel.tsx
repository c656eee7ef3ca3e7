import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import type { CandleFills, LiveEvent, Mapped } from '@tenbin/contract';
import { type CandleInterval, candleIntervals, intervalMsOf, parsePair } from '@tenbin/market';
import {
  type ChartModel,
  Empty,
  Failure,
  FoldingPanel,
  formatAmount,
  formatDate,
  formatPrice,
  Loading,
  Panel,
  SelectField,
  TimeChart,
  useSentences,
} from '@tenbin/ui';
import { useMemo } from 'react';
import { useBotRoutes } from '../bot-routes.ts';
import type { BotView } from '../bots/bot-view.ts';
import { priceKey } from '../live/live-updates.ts';
import { useBotText } from '../words/text.ts';
import { priceHeight, priceRoom } from './chart-panel-heights.ts';

type Fills = Mapped<CandleFills>;

const fillsAt = (fills: readonly Fills[], candle: number): readonly Fills[] => fills.filter(({ at }) => at === candle);

const countFills = (fills: readonly Fills[], of: Fills['side']): number =>
  fills.reduce((sum, { side, count }) => (side === of ? sum + count : sum), 0);

type PriceEvent = Extract<Mapped<LiveEvent>, { type: 'price' }>;

const usual: CandleInterval = '1m';

const candlesShown = 120;
const rereadMs = 60_000;

interface PricePanelProps {
  readonly bot: BotView;
  /** From the address; another pair than the bot's is its first. */
  readonly pair: string | undefined;
  /** From the address: how long a candle lasts. */
  readonly candles: string | undefined;
  readonly onChange: (search: { readonly pair: string } | { readonly candles: string }) => void;
  /** On a phone it is only its title until it is opened. */
  readonly folds?: boolean;
}

/** The price of one of the bot's pairs, with its orders as lines and its fills as marks. */
export function PricePanel({ bot, pair: wanted, candles: named, onChange, folds = false }: PricePanelProps) {
  const text = useBotText('charts');
  const interval = candleIntervals.find((one) => one === named) ?? usual;
  const pair = bot.pairs.find((one) => one === wanted) ?? bot.pairs[0] ?? '';
  const Card = folds ? FoldingPanel : Panel;
  return (
    <Card
      title={text('price')}
      action={
        <Box sx={{ display: 'grid', gridTemplateColumns: '130px 110px', gap: 1 }}>
          <SelectField
            small
            label={text('pair')}
            value={pair}
            options={bot.pairs.map((name) => ({ value: name, name }))}
            onChange={(next) => onChange({ pair: next })}
          />
          <SelectField
            small
            label={text('interval')}
            value={interval}
            options={candleIntervals.map((name) => ({ value: name, name: text(`candle${name}`) }))}
            onChange={(next) => onChange({ candles: next })}
          />
        </Box>
      }
    >
      <Price bot={bot} pair={pair} interval={interval} />
    </Card>
  );
}

interface PriceProps {
  readonly bot: BotView;
  readonly pair: string;
  readonly interval: CandleInterval;
}

function Price({ bot, pair, interval }: PriceProps) {
  const routes = useBotRoutes();
  const text = useBotText('charts');
  const candles = useQuery({
    ...query(routes.candles, { params: { id: bot.id }, query: { pair, interval, limit: candlesShown } }),
    refetchInterval: rereadMs,
  });
  return (
    <Box sx={{ minHeight: priceRoom }}>
      {candles.isPending && <Loading what={text('price')} rows={5} />}
      {candles.isLoadingError && <Failure what={text('price')} error={candles.error} onRetry={() => void candles.refetch()} />}
      {candles.data?.length === 0 && <Empty title={text('priceEmpty')} />}
      {candles.data && candles.data.length > 0 && (
        <PriceChart key={`${pair} ${interval}`} bot={bot} pair={pair} interval={interval} candles={candles.data} />
      )}
    </Box>
  );
}

interface PriceChartProps extends PriceProps {
  readonly candles: readonly {
    readonly at: number;
    readonly open: number;
    readonly high: number;
    readonly low: number;
    readonly close: number;
  }[];
}

function PriceChart({ bot, pair, interval, candles }: PriceChartProps) {
  const routes = useBotRoutes();
  const text = useBotText('charts');
  const sentences = useSentences();
  const { tones } = useTheme();
  const live = useQuery<PriceEvent | null>({ queryKey: priceKey(bot.exchange.id, pair), queryFn: () => null, enabled: false });
  const orders = useQuery(query(routes.orders, { params: { id: bot.id } }));
  const fills = useQuery({
    ...query(routes.candleFills, { params: { id: bot.id }, query: { pair, interval, limit: candlesShown } }),
    refetchInterval: rereadMs,
  });
  const from = candles[0]?.at ?? 0;
  const shown = useMemo(() => fills.data?.filter(({ at }) => at >= from), [fills.data, from]);
  const last = Number(live.data?.last ?? candles.at(-1)?.close ?? 0);
  const own = orders.data?.filter((order) => order.pair === pair);
  const model = useMemo<ChartModel>(
    () => ({
      digits: digitsOf(last),
      series: [{ kind: 'candles', name: text('candles'), candles: withPrice(candles, live.data, interval) }],
      levels:
        own?.map(({ side, price }) => ({
          value: Number(price),
          label: text(side === 'buy' ? 'orderBuy' : 'orderSell'),
          colour: side === 'buy' ? tones.series[0] : tones.series[1],
        })) ?? [],
      marks:
        shown?.map(({ side, at }) => ({ at, above: side === 'sell', colour: side === 'buy' ? tones.series[0] : tones.series[1] })) ?? [],
      notes: {
        name: text('fills'),
        of: (at) =>
          fillsAt(shown ?? [], at)
            .map((one) => fillText(one, pair, text))
            .join('\n'),
      },
    }),
    [candles, live.data, interval, own, shown, tones, text, last, pair],
  );
  return (
    <TimeChart
      height={priceHeight}
      model={model}
      sentence={sentences(
        text('priceSentence', { pair, price: formatPrice(last) }),
        own && text('priceOrders', { count: own.length }),
        shown && text('priceFills', { from: formatDate(new Date(from)), buys: countFills(shown, 'buy'), sells: countFills(shown, 'sell') }),
      )}
    />
  );
}

function fillText(
  { side, count, amount, notional, lowest, highest }: Fills,
  pair: string,
  text: ReturnType<typeof useBotText<'charts'>>,
): string {
  const prices = lowest === highest ? formatAmount(lowest) : `${formatAmount(lowest)} – ${formatAmount(highest)}`;
  const { base } = parsePair(pair);
  return text(side === 'buy' ? 'fillsBuy' : 'fillsSell', {
    count,
    amount: `${formatAmount(amount)} ${base}`,
    price: formatPrice(Number(notional) / Number(amount)),
    prices,
  });
}

const candleOf = (at: number, interval: CandleInterval): number => Math.floor(at / intervalMsOf(interval)) * intervalMsOf(interval);
const digitsOf = (price: number): number =>
  price >= 1000 ? 2 : Math.min(8, Math.max(2, 5 - Math.floor(Math.log10(Math.max(price, 1e-8)))));

/** The newest price moves the last candle, or begins the next one. */
function withPrice(
  candles: PriceChartProps['candles'],
  price: PriceEvent | null | undefined,
  interval: CandleInterval,
): PriceChartProps['candles'] {
  const newest = candles.at(-1);
  if (!price || !newest) return candles;
  const value = Number(price.last);
  const at = candleOf(Date.parse(price.at), interval);
  if (at > newest.at)
    return [...candles, { at, open: newest.close, high: Math.max(newest.close, value), low: Math.min(newest.close, value), close: value }];
  return [...candles.slice(0, -1), { ...newest, high: Math.max(newest.high, value), low: Math.min(newest.low, value), close: value }];
}
