import Box from '@mui/material/Box';
import { decimals } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import type { BotView } from '../../bots/bot-view.ts';
import { cardColumns, FigureCard } from './figure-card.tsx';
import { usePerformance } from './use-performance.ts';

/** The four cards: yearly rate, trades, profit, volume. */
export function FigureCards({ bot }: { bot: BotView }) {
  const text = useText('dashboard');
  const { yesterday, trend, volume, isVolumeFailed, volumeTrend, volumeToday } = usePerformance(bot);
  const started = bot.startDate !== null;
  const since = (now: number | null, before: number | null | undefined) =>
    now === null || before === null || before === undefined ? null : now - before;
  const shared = { botId: bot.id, reason: text('notStarted') };
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: cardColumns }}>
      <FigureCard
        {...shared}
        name={text('apy')}
        value={bot.annualRate}
        digits={decimals.rate}
        unit="%"
        blank="-"
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
        difference={since(bot.basisPoint, yesterday?.basisPoint)}
        differenceDigits={decimals.bpsCompared}
        trend={trend.map(({ basisPoint }) => basisPoint)}
      />
      <FigureCard
        {...shared}
        name={text('volume')}
        value={volume}
        reason={text(isVolumeFailed ? 'volumeFailed' : 'notYet')}
        digits={decimals.usd}
        unit="USD"
        difference={volumeToday}
        differenceDigits={decimals.worth}
        trend={volumeTrend}
        aside={<span>{text('noUpperLimit')}</span>}
      />
    </Box>
  );
}
