import { currenciesOf } from '@tenbin/market';
import { exactRewardPerTrade, widthOfDelta } from '@tenbin/strategy';
import { decimals, FactList, FoldingPanel, formatDate, formatNumber, formatWidth, percent, unknownFigure } from '@tenbin/ui';
import type { BotView } from '../bots/bot-view.ts';
import { useBotText } from '../words/text.ts';

export function SettingsPanel({ bot }: { bot: BotView }) {
  const text = useBotText('bot');
  const width = widthOfDelta(bot.delta);
  const reward = exactRewardPerTrade(width, currenciesOf(bot.pairs).length);
  const rows = [
    [text('exchange'), bot.exchange.name],
    [text('pairs'), bot.pairs.join(', ')],
    [text('width'), percent(formatWidth(width))],
    [text('reward'), `${formatNumber(reward * 100, { digits: decimals.bps })} bp`],
    [text('postOnly'), text(bot.postOnly ? 'postOnlyOn' : 'postOnlyOff')],
    [text('apiKey'), bot.hasSecret ? text('apiKeyTail', { tail: bot.apiKey.slice(-4) }) : text('apiKeyRemoved')],
    [text('created'), formatDate(bot.createdAt)],
    [text('started'), bot.startDate ? formatDate(bot.startDate) : unknownFigure],
    [text('running'), bot.runningSince ? formatDate(bot.runningSince) : unknownFigure],
  ] as const;
  return (
    <FoldingPanel title={text('settings')}>
      <FactList beside facts={rows.map(([name, value]) => ({ name, value }))} sx={{ rowGap: 1, '& dd': { m: 0, textAlign: 'right' } }} />
    </FoldingPanel>
  );
}
