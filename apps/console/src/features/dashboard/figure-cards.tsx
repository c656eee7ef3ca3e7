import Box from '@mui/material/Box';
import type { BotView } from '@tenbin/bot-views';
import { decimals, formatDay, unknownRate } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { HelpLink } from '../../shell/help-link.tsx';
import { cardColumns, FigureCard } from './figure-card.tsx';
import { usePerformance } from './use-performance.ts';
import { VolumeCard } from './volume-card.tsx';

/** The four cards: yearly rate, trades, profit, volume. */
export function FigureCards({ bot }: { bot: BotView }) {
  const text = useText('dashboard');
  const { yesterday, trend } = usePerformance(bot);
  const started = bot.startDate !== null;
  const since = (now: number | null, before: number | null | undefined) =>
    now === null || before === null || before === undefined ? null : now - before;
  const today = { from: formatDay(new Date()) };
  const shared = { search: { bot: bot.id }, searchToday: { bot: bot.id, ...today }, reason: text('notStarted') };
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: cardColumns }}>
      <FigureCard
        {...shared}
        name={text('apy')}
        value={bot.annualRate}
        digits={decimals.rate}
        share
        blank={unknownRate}
        reason={text(started ? 'noRate' : 'notStarted')}
        difference={since(bot.annualRate, yesterday?.annualRate)}
        differenceDigits={decimals.rate}
        trend={trend.map(({ annualRate }) => annualRate)}
        aside={bot.isAnnualRateProvisional && bot.annualRate !== null && <span title={text('provisionalHelp')}>{text('provisional')}</span>}
      />
      <FigureCard
        {...shared}
        name={text('trades')}
        value={started ? bot.executionCount : null}
        digits={0}
        unit={text('timesUnit', { count: bot.executionCount })}
        difference={since(bot.executionCount, yesterday?.executionCount)}
        differenceDigits={0}
        trend={trend.map(({ executionCount }) => executionCount)}
      />
      <FigureCard
        {...shared}
        name={text('profit')}
        value={started ? bot.basisPoint : null}
        digits={decimals.bps}
        unit="bp"
        change
        difference={since(bot.basisPoint, yesterday?.basisPoint)}
        differenceDigits={decimals.bpsCompared}
        trend={trend.map(({ basisPoint }) => basisPoint)}
        help={<HelpLink topic="whatIsBp" />}
      />
      <VolumeCard searchToday={today} />
    </Box>
  );
}
