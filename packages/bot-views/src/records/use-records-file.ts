import { useCsvExport } from '@tenbin/app-kit';
import { currenciesOf } from '@tenbin/market';
import { decimals, formatDate, formatWidth, percent, widthOf } from '@tenbin/ui';
import type { BotView } from '../bots/bot-view.ts';
import { useBotText } from '../words/text.ts';
import type { RecordView } from './record-profit.ts';

/** Saves a bot's records as a file: amounts as the exchange stated them, times as the reader's clock shows them. */
export function useRecordsFile(
  bot: Pick<BotView, 'name' | 'pairs'>,
  fetchPart: Parameters<typeof useCsvExport<RecordView>>[0]['fetchPart'],
) {
  const text = useBotText('history');
  const currencies = currenciesOf(bot.pairs);
  return useCsvExport<RecordView>({
    fileName: `${bot.name}.csv`,
    columns: [
      { head: text('date'), text: ({ createdAt }) => formatDate(createdAt) },
      { head: text('pair'), text: ({ pair }) => pair },
      { head: text('side'), text: ({ side }) => text(side) },
      { head: text('price'), text: ({ price }) => price },
      { head: text('amount'), text: ({ amount }) => amount },
      { head: text('fee'), text: ({ fee }) => fee },
      { head: text('feeCurrency'), text: ({ feeCurrency }) => feeCurrency },
      { head: `${text('profit')} (bp)`, text: ({ basisPointChanged }) => basisPointChanged.toFixed(decimals.bps) },
      { head: `${text('annualRate')} (${percent('')})`, text: ({ annualRate }) => annualRate?.toFixed(decimals.rate) ?? '' },
      { head: `${text('volume')} (USD)`, text: ({ volume }) => volume.toFixed(decimals.usd) },
      { head: `${text('spread')} (${percent('')})`, text: ({ delta }) => formatWidth(widthOf(delta)) },
      ...currencies.map((currency) => ({ head: currency, text: ({ balance }: RecordView) => balance[currency] ?? '' })),
    ],
    fetchPart,
  });
}
