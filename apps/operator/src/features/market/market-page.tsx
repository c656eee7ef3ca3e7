import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PageTitle, pairIn, query } from '@tenbin/app-kit';
import { getLastPrice, getMarketBook, getMidPrice, listBotOrders, listPlatformExchanges, type RouteReply } from '@tenbin/contract';
import { Empty, FactList, Failure, Field, formatAmount, formatTime, Loading, Panel, SelectField, unknownFigure } from '@tenbin/ui';
import { type FormEvent, useState } from 'react';
import { LadderPanel } from '../../app/ladder-panel.tsx';
import { useText } from '../../app/text.ts';
import { BotOrdersPanel } from './bot-orders-panel.tsx';

const route = getRouteApi('/shell/behind/market');
/** A page that nobody sees asks nothing. */
const live = { refetchInterval: 3000 } as const;
const factColumns = { gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 150px), 1fr))' };

interface Market {
  readonly exchangeName: string;
  readonly pair: string;
}

/** A pair on its exchange as it is now, and what our bots have in its book. */
export function MarketPage() {
  const text = useText('markets');
  const { exchange, pair } = route.useSearch();
  return (
    <>
      <PageTitle title={text('market')} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Choice key={`choice ${exchange} ${pair}`} exchange={exchange} pair={pair} />
        {exchange !== undefined && pair !== undefined ? (
          <Shown key={`${exchange} ${pair}`} market={{ exchangeName: exchange, pair }} />
        ) : (
          <Panel>
            <Empty title={text('noMarket')}>{text('noMarketHelp')}</Empty>
          </Panel>
        )}
      </Box>
    </>
  );
}

function Choice({ exchange, pair }: ReturnType<typeof route.useSearch>) {
  const text = useText('markets');
  const navigate = route.useNavigate();
  const exchanges = useQuery(query(listPlatformExchanges, {}));
  const [chosen, setChosen] = useState(exchange);
  const [written, setWritten] = useState(pair ?? '');
  const names = exchanges.data?.map(({ name }) => name) ?? (exchange === undefined ? [] : [exchange]);
  const wanted = chosen ?? names[0];
  const show = (event: FormEvent) => {
    event.preventDefault();
    const found = pairIn(written);
    if (wanted !== undefined && found !== '') void navigate({ search: { exchange: wanted, pair: found }, replace: true });
  };
  return (
    <Panel>
      {exchanges.isLoadingError && <Failure what={text('exchange')} error={exchanges.error} onRetry={() => void exchanges.refetch()} />}
      <Box
        component="form"
        noValidate
        role="search"
        aria-label={text('market')}
        onSubmit={show}
        sx={{ display: 'grid', gap: 2, alignItems: 'center', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr auto' } }}
      >
        <SelectField
          label={text('exchange')}
          value={wanted ?? ''}
          options={names.map((name) => ({ value: name, name }))}
          onChange={setChosen}
        />
        <Field
          label={text('pair')}
          placeholder="BTC/USDT"
          inputProps={{ maxLength: 41 }}
          value={written}
          onChange={({ target }) => setWritten(target.value)}
        />
        <Button type="submit" variant="contained">
          {text('show')}
        </Button>
      </Box>
    </Panel>
  );
}

function Shown({ market }: { readonly market: Market }) {
  const text = useText('markets');
  const asked = { query: market };
  const book = useQuery({ ...query(getMarketBook, asked), ...live });
  const orders = useQuery({ ...query(listBotOrders, asked), ...live });
  const mid = useQuery({ ...query(getMidPrice, asked), ...live });
  const last = useQuery({ ...query(getLastPrice, asked), ...live });
  /** Of what does not come any more nothing is shown as if it were now. */
  const now = <Reply,>({ data, isError }: UseQueryResult<Reply>): Reply | undefined => (isError ? undefined : data);
  const shownBook = now(book);
  // The calls are answered out of moments of their own: beside a book stands what is its own.
  const top: Top | undefined = shownBook ? topOf(shownBook) : now(mid);
  const amount = (price: string | undefined) => (price === undefined ? unknownFigure : formatAmount(price));
  return (
    <>
      <Panel title={`${market.pair} – ${market.exchangeName}`}>
        <FactList
          label={text('prices')}
          sx={factColumns}
          facts={[
            { name: text('lastPrice'), value: amount(now(last)?.price) },
            { name: text('mid'), value: amount(top?.price) },
            { name: text('bid'), value: amount(top?.bid) },
            { name: text('ask'), value: amount(top?.ask) },
            { name: text('bookAt'), value: book.data ? formatTime(book.data.at) : unknownFigure },
          ]}
        />
      </Panel>
      {book.isPending && <Loading what={text('book')} rows={6} height={44} />}
      {book.isError && <Failure what={text('book')} error={book.error} onRetry={() => void book.refetch()} />}
      {shownBook && (
        <LadderPanel
          title={text('book')}
          book={shownBook}
          mid={top?.price === undefined ? null : Number(top.price)}
          orders={orders.data ?? []}
        />
      )}
      <BotOrdersPanel orders={orders} />
    </>
  );
}

interface Top {
  readonly price?: string | undefined;
  readonly bid?: string | undefined;
  readonly ask?: string | undefined;
}

/** @returns no mid while a side is empty */
function topOf({ bids, asks }: RouteReply<typeof getMarketBook>): Top {
  const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
  const written = (price: number | undefined) => price?.toFixed(8);
  return { bid: written(bid), ask: written(ask), price: written(bid === undefined || ask === undefined ? undefined : (bid + ask) / 2) };
}
