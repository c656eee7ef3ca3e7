import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PageTitle, query } from '@tenbin/app-kit';
import { type Exchange, listOwnExchanges, type Mapped } from '@tenbin/contract';
import { parsePair } from '@tenbin/market';
import { breakEven } from '@tenbin/strategy';
import { Empty, Failure, Field, formatWidth, Loading, Panel, parseNumber, SelectField } from '@tenbin/ui';
import { useMemo, useState } from 'react';
import { useText } from '../../app/text.ts';
import { BacktestPanel } from '../../backtest/backtest-panel.tsx';
import { periodNamed, periods } from '../../backtest/periods.ts';
import { WidthBar } from '../../backtest/width-bar.tsx';
import { combinationsOf } from '../../bots/combinations.ts';
import { WidthSlider } from '../../bots/width-slider.tsx';
import { HelpLink } from '../../shell/help-link.tsx';

const route = getRouteApi('/shell/backtest');

/** Enough for every exchange that offers few; elsewhere a bot's set-up, where one can search, leads to the rest. */
const maxCombinations = 300;
const bounds = { minimum: 0.1, maximum: 20 };
/** What may be typed. */
const tried = { narrowest: 0.01, widest: 90 };
const defaultWidth = 1;
const usual = { money: '10000', fee: '0.1' };
const highestFee = 5;

export function BacktestPage() {
  const text = useText('backtest');
  const setup = useText('setup');
  const exchanges = useQuery(query(listOwnExchanges, {}));
  const { exchange: wanted } = route.useSearch();
  const exchange = exchanges.data?.find(({ id }) => id === wanted) ?? exchanges.data?.[0];
  return (
    <>
      <PageTitle title={text('title')}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {text('lead')}
        </Typography>
      </PageTitle>
      {exchanges.isPending && (
        <Panel>
          <Loading what={text('exchange')} rows={6} height={72} />
        </Panel>
      )}
      {exchanges.isLoadingError && (
        <Panel>
          <Failure what={text('exchange')} error={exchanges.error} onRetry={() => void exchanges.refetch()} />
        </Panel>
      )}
      {exchanges.data && !exchange && (
        <Panel>
          <Empty title={setup('noExchange')}>{setup('noExchangeHelp')}</Empty>
        </Panel>
      )}
      {exchanges.data && exchange && <Workbench key={exchange.id} exchanges={exchanges.data} exchange={exchange} />}
    </>
  );
}

function Workbench({ exchanges, exchange }: { exchanges: readonly Mapped<Exchange>[]; exchange: Mapped<Exchange> }) {
  const text = useText('backtest');
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const keep = (part: Partial<typeof search>) =>
    void navigate({ search: (now) => ({ ...now, ...part }), replace: true, resetScroll: false });
  const combinations = useMemo(
    () => combinationsOf(exchange.availableCurrencyPairs.map(({ name }) => name)).slice(0, maxCombinations),
    [exchange],
  );
  const combination = combinations.find(({ currencies }) => currencies.join('-') === search.of) ?? combinations[0];
  const period = periodNamed(search.days);
  const [width, setWidth] = useState(() => widthFrom(search.width) ?? defaultWidth);
  const [typed, setTyped] = useState<string | null>(null);
  const [money, setMoney] = useState(usual.money);
  const [fee, setFee] = useState(usual.fee);
  const counter = combination?.pairs[0] === undefined ? '' : parsePair(combination.pairs[0]).counter;
  const amount = parseNumber(money);
  const percent = parseNumber(fee);
  const feeFraction = percent !== null && percent >= 0 && percent <= highestFee ? percent / 100 : null;
  const balances = useMemo(() => (amount !== null && amount > 0 ? { [counter]: String(amount) } : null), [amount, counter]);
  const choose = (next: number) => {
    setTyped(null);
    setWidth(next);
  };
  const choice = exchanges.length > 1 && (
    <SelectField
      label={text('exchange')}
      value={exchange.id}
      options={exchanges.map(({ id, name }) => ({ value: id, name }))}
      onChange={(next) => void navigate({ search: { exchange: next }, replace: true })}
    />
  );
  if (!combination)
    return (
      <Panel>
        {choice}
        <Empty title={text('noCombination')}>{text('noCombinationHelp')}</Empty>
      </Panel>
    );
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Panel>
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: exchanges.length > 1 ? 'repeat(5, 1fr)' : 'repeat(4, 1fr)' },
          }}
        >
          {choice}
          <SelectField
            label={text('currencies')}
            value={combination.currencies.join('-')}
            options={combinations.map(({ currencies }) => ({ value: currencies.join('-'), name: currencies.join(', ') }))}
            onChange={(of) => keep({ of })}
          />
          <SelectField
            label={text('period')}
            value={period}
            options={Object.keys(periods).map((value) => ({ value, name: text(`period${value as keyof typeof periods}`) }))}
            onChange={(days) => keep({ days })}
          />
          <Field
            label={text('money', { currency: counter })}
            inputMode="decimal"
            autoComplete="off"
            value={money}
            problem={amount === null || amount <= 0 ? text('moneyProblem') : undefined}
            onChange={(event) => setMoney(event.target.value)}
          />
          <Field
            label={text('feePercent')}
            inputMode="decimal"
            autoComplete="off"
            value={fee}
            problem={feeFraction === null ? text('feeProblem', { highest: highestFee }) : undefined}
            share
            onChange={(event) => setFee(event.target.value)}
          />
        </Box>
      </Panel>
      <Panel
        title={text('result')}
        action={
          <Button
            variant="outlined"
            size="small"
            onClick={() =>
              void navigate({
                to: '/bots/new',
                search: { exchange: exchange.id, pairs: combination.pairs.join(), width: formatWidth(width) },
              })
            }
          >
            {text('setUpWith', { width: formatWidth(width) })}
          </Button>
        }
      >
        <WidthBar>
          <Field
            label={text('width')}
            inputMode="decimal"
            autoComplete="off"
            value={typed ?? formatWidth(width)}
            problem={typed !== null && widthFrom(typed) === null ? text('widthProblem', tried) : undefined}
            help={<HelpLink topic="orderWidth" />}
            sx={{ width: { xs: 112, sm: 160 } }}
            share
            onChange={(event) => {
              setTyped(event.target.value);
              setWidth((now) => widthFrom(event.target.value) ?? now);
            }}
            onBlur={() => {
              setTyped(null);
              keep({ width: formatWidth(width) });
            }}
          />
          <Box onPointerUp={() => keep({ width: formatWidth(width) })} onKeyUp={() => keep({ width: formatWidth(width) })}>
            <WidthSlider
              width={width}
              bounds={bounds}
              breakEven={feeFraction === null ? null : breakEven(feeFraction).moved}
              onWidth={choose}
            />
          </Box>
        </WidthBar>
        <BacktestPanel
          exchange={exchange}
          pairs={combination.pairs}
          period={period}
          balances={balances}
          fee={feeFraction ?? Number(usual.fee) / 100}
          width={width}
          onWidth={choose}
        />
      </Panel>
    </Box>
  );
}

/** A width that can be tried out; null for what is none. */
function widthFrom(typed: string | undefined): number | null {
  const width = parseNumber(typed ?? '');
  return width !== null && width >= tried.narrowest && width <= tried.widest ? width : null;
}
