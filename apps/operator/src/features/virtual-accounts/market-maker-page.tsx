import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { changedSearch, DeadEnd, keyOf, PageLink, PageTitle, query, useAction, useClient } from '@tenbin/app-kit';
import { UnreadPage } from '@tenbin/app-kit/staff';
import { BotRoutesContext, type BotSearch, BotState, TimelinePanel } from '@tenbin/bot-views';
import {
  countTimelineOfPlatformBot,
  getMarketMaker,
  listTimelineOfPlatformBot,
  type Mapped,
  type MarketMakerNow,
  stopCalculateOrderBot,
  stopSpreadBot,
} from '@tenbin/contract';
import type { MarketMakingSettings } from '@tenbin/strategy';
import {
  ConfirmDialog,
  Empty,
  FactList,
  formatAmount,
  formatNumber,
  Panel,
  percent,
  unknownFigure,
  useFailureToast,
  useToast,
} from '@tenbin/ui';
import { useEffect, useState } from 'react';
import { LadderPanel } from '../../app/ladder-panel.tsx';
import { platformBotRoutes } from '../../app/platform-bot-routes.ts';
import { useText } from '../../app/text.ts';
import { useMayOperate } from '../../app/use-self.ts';
import { WhyStopped } from '../../app/why-stopped.tsx';
import { SettingsForm } from './settings-form.tsx';

const route = getRouteApi('/shell/behind/virtual-accounts/market-maker');
const refetchMs = 3000;
/** Old and new quotes may stand together for a moment: what lasts longer is a cancel that does not succeed. */
const togetherMs = 10_000;
const factColumns = { gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 150px), 1fr))' };

export function MarketMakerPage() {
  const text = useText('markets');
  const { exchange, name, pair, kind } = route.useSearch();
  if (exchange === undefined || name === undefined || kind === undefined)
    return <DeadEnd title={text('noneNamed')} action={<PageLink to="/virtual-accounts">{text('accounts')}</PageLink>} />;
  const named = { exchangeName: exchange, name };
  if (pair !== undefined) return <Named key={`${exchange} ${name} ${kind} ${pair}`} query={{ ...named, kind, pair }} />;
  return (
    <>
      <PageTitle title={text(kind === 'spread' ? 'newSpread' : 'newCalculateOrder')}>
        {name} – {exchange}
      </PageTitle>
      <SettingsForm named={named} kind={kind} maker={null} />
    </>
  );
}

function Named({
  query: asked,
}: {
  readonly query: { exchangeName: string; name: string; kind: MarketMakingSettings['kind']; pair: string };
}) {
  const text = useText('markets');
  const mayOperate = useMayOperate();
  const { kind, pair, ...named } = asked;
  const found = useQuery({ ...query(getMarketMaker, { query: asked }), refetchInterval: refetchMs });
  const maker = found.data;
  const title = `${pair} – ${text(`kind_${kind}`)}`;
  if (!maker) return <UnreadPage what={text('makers')} title={title} read={found} />;
  return (
    <>
      <PageTitle title={title} action={mayOperate && maker.isRunning && <Stop maker={maker} />}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, fontSize: 14 }}>
          <BotState state={maker.state} />
          <PageLink to="/virtual-accounts/account" search={{ exchange: named.exchangeName, name: named.name }}>
            {named.name}
          </PageLink>
          {named.exchangeName}
        </Box>
      </PageTitle>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <WhyStopped bot={maker} />
        <Quiet quiet={maker.quiet} />
        <Together orders={maker.orders} seenAt={found.dataUpdatedAt} />
        {maker.isPaced && <Alert severity="info">{text('isPaced')}</Alert>}
        <LadderPanel title={text('ladder')} book={maker.book} mid={maker.mid} orders={maker.orders} />
        <InventoryPanel maker={maker} />
        <ProfitPanel profit={maker.profit} />
        <SettingsForm named={named} kind={kind} maker={maker} />
        <Decisions maker={maker} seenAt={found.dataUpdatedAt} />
      </Box>
    </>
  );
}

/** What it decided, and why: levels that the market would not take, what was held back, how it stopped. */
function Decisions({ maker: { id, pair }, seenAt }: { readonly maker: Mapped<MarketMakerNow>; readonly seenAt: number }) {
  const [{ page = 1, ...filter }, setSearch] = useState<BotSearch>({});
  const queries = useQueryClient();
  const isSearching = Boolean(filter.find);
  // Whoever looks for words reads on in what was found; everybody else sees what led to the quotes above.
  useEffect(() => {
    if (seenAt === 0 || isSearching) return;
    for (const read of [countTimelineOfPlatformBot, listTimelineOfPlatformBot])
      void queries.invalidateQueries({ queryKey: keyOf(read) }, { cancelRefetch: false });
  }, [queries, seenAt, isSearching]);
  return (
    <BotRoutesContext value={platformBotRoutes}>
      <TimelinePanel
        bot={{ id, pairs: [pair] }}
        filter={filter}
        page={page}
        onChange={(part) => setSearch((now) => changedSearch(now, part))}
      />
    </BotRoutesContext>
  );
}

/** Why a side is not quoted at the moment. */
function Quiet({ quiet: { buy, sell } }: Pick<Mapped<MarketMakerNow>, 'quiet'>) {
  const text = useText('markets');
  return (
    <>
      {buy && <Alert severity="info">{text('quietBuy', { why: text(`quiet_${buy}`) })}</Alert>}
      {sell && <Alert severity="info">{text('quietSell', { why: text(`quiet_${sell}`) })}</Alert>}
    </>
  );
}

/** Levels whose old order stands beside the new one for long, so that more may be filled than is set. */
function Together({ orders, seenAt }: Pick<Mapped<MarketMakerNow>, 'orders'> & { readonly seenAt: number }) {
  const text = useText('markets');
  const names = orders
    .filter(({ createdAt }) => seenAt - Date.parse(createdAt) > togetherMs)
    .map(({ side, level }) => text('levelOf', { side: text(side), level: level + 1 }));
  const levels = [...new Set(names.filter((name, index) => names.indexOf(name) < index))].join(text('levelsApart'));
  if (levels === '') return null;
  return <Alert severity="warning">{text('together', { levels, seconds: togetherMs / 1000 })}</Alert>;
}

function InventoryPanel({ maker: { inventory, pair } }: { readonly maker: Mapped<MarketMakerNow> }) {
  const text = useText('markets');
  const { base, counter, basePct, targetPct } = inventory;
  const [baseName, counterName] = pair.split('/');
  const share = (value: number) => percent(formatNumber(value, { digits: 1 }));
  return (
    <Panel title={text('inventory')}>
      <FactList
        label={text('inventory')}
        sx={factColumns}
        facts={[
          { name: text('base'), value: `${formatAmount(base)} ${baseName}` },
          { name: text('counter'), value: `${formatAmount(counter)} ${counterName}` },
          { name: text('basePart'), value: basePct === null ? unknownFigure : share(basePct) },
          { name: text('target'), value: targetPct === null ? text('noTarget') : share(targetPct) },
        ]}
      />
    </Panel>
  );
}

function ProfitPanel({ profit }: Pick<Mapped<MarketMakerNow>, 'profit'>) {
  const text = useText('markets');
  const usd = (amount: string) => formatAmount(amount, 4);
  return (
    <Panel title={text('profit')}>
      {profit ? (
        <FactList
          label={text('profit')}
          sx={factColumns}
          facts={[
            { name: text('result'), value: usd(profit.result) },
            { name: text('profitSpread'), value: usd(profit.spread) },
            { name: text('profitInventory'), value: usd(profit.inventory) },
            { name: text('profitFees'), value: usd(profit.fees) },
            { name: text('profitRounding'), value: usd(profit.rounding) },
          ]}
        />
      ) : (
        <Empty title={text('noProfit')}>{text('noProfitHelp')}</Empty>
      )}
    </Panel>
  );
}

function Stop({ maker: { exchangeName, name, pair, settings, orders } }: { readonly maker: Mapped<MarketMakerNow> }) {
  const text = useText('markets');
  const client = useClient();
  const toast = useToast();
  const failed = useFailureToast();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const stop = useAction({
    mutationFn: () =>
      client.call(settings.kind === 'spread' ? stopSpreadBot : stopCalculateOrderBot, { body: { exchangeName, name, pair } }),
    onSuccess: () => toast('success', text('stopped')),
    onError: (error) => failed(error),
    onSettled: () => {
      setAsking(false);
      return queries.invalidateQueries({ queryKey: keyOf(getMarketMaker) });
    },
  });
  return (
    <>
      <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
        {text('stop')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        danger
        title={text('stopTitle', { pair })}
        confirm={text('stop')}
        busy={stop.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => stop.mutate()}
      >
        {text('stopHelp', { count: orders.length, exchange: exchangeName })}
      </ConfirmDialog>
    </>
  );
}
