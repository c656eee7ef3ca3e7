import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { PageLink, query } from '@tenbin/app-kit';
import { type BotView, endsWithStop } from '@tenbin/bot-views';
import { type BotResult, getBotResult } from '@tenbin/contract';
import {
  decimals,
  FactList,
  Failure,
  Figure,
  formatDate,
  formatNumber,
  Loading,
  Panel,
  SelectField,
  useAppearance,
  useSentences,
} from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { FigureLink } from './figure-card.tsx';
import { moneyParts } from './money-parts.ts';

/** Pixels: it has its height before its figures are there. */
export const moneyCardHeight = { xs: 412, sm: 268, lg: 204 } as const;
const refreshMs = 60_000;

/** Did it earn? In money, since the bot's start. */
export function MoneyCard({ bot }: { bot: BotView }) {
  const text = useText('dashboard');
  const { money, chooseMoney } = useAppearance();
  const result = useQuery({
    ...query(getBotResult, { params: { id: bot.id }, query: { limit: 1 } }),
    refetchInterval: refreshMs,
    enabled: bot.startDate !== null,
  });
  return (
    <Panel
      title={text('money')}
      action={
        <Box sx={{ width: 96 }}>
          <SelectField
            small
            label={text('moneyIn')}
            value={money}
            options={[
              { value: 'USD', name: 'USD' },
              { value: 'JPY', name: 'JPY' },
            ]}
            onChange={(next) => chooseMoney(next === 'JPY' ? 'JPY' : 'USD')}
          />
        </Box>
      }
      sx={{ minHeight: moneyCardHeight }}
    >
      {result.isLoadingError ? (
        <Failure what={text('money')} error={result.error} onRetry={() => void result.refetch()} />
      ) : result.isLoading ? (
        <Loading what={text('money')} rows={2} />
      ) : (
        <MoneyFigures bot={bot} result={result.data} />
      )}
    </Panel>
  );
}

function MoneyFigures({ bot, result }: { bot: BotView; result: BotResult | undefined }) {
  const text = useText('dashboard');
  const sentences = useSentences();
  const { money } = useAppearance();
  const { total, valuation, yenPerUsd = null, since = null, until = null } = result ?? {};
  const rate = money === 'USD' ? 1 : yenPerUsd;
  const reason = bot.startDate === null ? text('notStarted') : total && rate === null ? text('noYen') : text('notYet');
  const isAtStop = endsWithStop(bot);
  const parts = total && moneyParts(total.usd);
  const figure = (...given: Parameters<typeof plainFigure>) =>
    since === null ? (
      plainFigure(...given)
    ) : (
      <FigureLink to="/history/" search={{ bot: bot.id, from: since }} title={text('toRecords')}>
        {plainFigure(...given)}
      </FigureLink>
    );
  const plainFigure = (usd: string | undefined, change = true, large = false) => (
    <Figure
      value={usd === undefined || rate === null ? null : Number(usd) * rate}
      digits={money === 'USD' ? decimals.worth : 0}
      change={change}
      reason={reason}
      {...(large && { unit: money, size: 'large' as const })}
    />
  );
  return (
    <>
      <FactList
        label={text('money')}
        facts={[
          { name: text(isAtStop ? 'worthAtStop' : 'worthNow'), value: figure(valuation?.worth, false, true) },
          { name: text('sinceStart'), value: figure(parts?.change, true, true) },
          { name: text('byTrading'), value: figure(parts?.trading) },
          { name: text('byFees'), value: figure(parts?.fees) },
          { name: text('byPrice'), value: figure(parts?.price) },
          { name: text('againstHolding'), value: figure(total?.usd.againstHolding) },
        ]}
        sx={{
          columnGap: 2,
          rowGap: 1,
          alignItems: 'end',
          gridTemplateColumns: { xs: '1fr', sm: 'repeat(4, 1fr)', lg: '1.4fr 1.4fr 1fr 1fr 1fr 1.5fr' },
          '& > div': { display: { xs: 'flex', sm: 'block' }, justifyContent: 'space-between', alignItems: 'baseline', minHeight: 24 },
          '& > div:nth-of-type(-n + 2)': { display: 'block', gridColumn: { sm: 'span 2', lg: 'auto' } },
        }}
      />
      <Box sx={{ mt: 1, fontSize: 14, color: 'text.secondary' }}>
        {sentences(
          since && text('moneySince', { since: formatDate(since) }),
          isAtStop && until && text('moneyUntil', { until: formatDate(until) }),
          money === 'JPY' && rate !== null && text('yenRate', { rate: formatNumber(rate, { digits: 2 }) }),
        )}{' '}
        <PageLink to="/bots/$botId" params={{ botId: bot.id }}>
          {text('moneyDetails')}
        </PageLink>
      </Box>
    </>
  );
}
