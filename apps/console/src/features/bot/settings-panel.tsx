import Box from '@mui/material/Box';
import { FoldingPanel, formatDate, formatNumber, formatWidth, widthOf } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import type { BotView } from '../../bots/bot-view.ts';

export function SettingsPanel({ bot }: { bot: BotView }) {
  const text = useText('bot');
  const rows = [
    [text('exchange'), bot.exchange.name],
    [text('pairs'), bot.pairs.join(', ')],
    [text('width'), `${formatWidth(widthOf(bot.delta))} %`],
    [text('reward'), `${formatNumber(bot.ammRewardPerTrade, { digits: 4 })} %`],
    [text('postOnly'), text(bot.postOnly ? 'postOnlyOn' : 'postOnlyOff')],
    [text('apiKey'), text('apiKeyTail', { tail: bot.apiKey.slice(-4) })],
    [text('created'), formatDate(bot.createdAt)],
    [text('started'), bot.startDate ? formatDate(bot.startDate) : '–'],
    [text('running'), bot.runningSince ? formatDate(bot.runningSince) : '–'],
  ] as const;
  return (
    <FoldingPanel title={text('settings')}>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: 'auto 1fr',
          columnGap: 3,
          rowGap: 1,
          fontSize: 14,
          '& dt': { color: 'text.secondary' },
          '& dd': { m: 0, textAlign: 'right' },
        }}
      >
        {rows.map(([name, value]) => (
          <Box key={name} sx={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Box>
        ))}
      </Box>
    </FoldingPanel>
  );
}
