import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { parsePair } from '@tenbin/market';
import { decimals, formatAmount, formatNumber, SmallTable } from '@tenbin/ui';
import { useBotText } from '../words/text.ts';
import { profitOf, type RecordView } from './record-profit.ts';
import { whyLost } from './why-lost.ts';

/** A record opened: its order, and how its profit came about. */
export function RecordDetails({ record }: { record: RecordView }) {
  const text = useBotText('history');
  const { rows, meanBefore, meanAfter } = profitOf(record);
  const lost = whyLost(record);
  const { pair, fee, feeCurrency } = record;
  const { base } = parsePair(pair);
  return (
    <Box sx={{ display: 'grid', gap: 1, py: 1, fontSize: 14 }}>
      <Typography variant="body2">
        {text('sentence', {
          pair,
          side: text(record.side),
          price: formatAmount(record.price),
          amount: `${formatAmount(record.amount)} ${base}`,
          fee: formatAmount(fee, 10),
          feeCurrency,
        })}
      </Typography>
      {record.earned !== null && (
        <Typography variant="body2">
          {text('earnedOf', { usd: formatNumber(Number(record.earned), { digits: decimals.usd, sign: 'always' }) })}
        </Typography>
      )}
      {lost && <Typography variant="body2">{text(`lost${lost}`)}</Typography>}
      {record.isInferred === true && <Typography variant="body2">{text('inferred')}</Typography>}
      <Typography component="h2" variant="h3">
        {text('calculation')}
      </Typography>
      <SmallTable
        label={text('calculation')}
        sx={{ '& table': { width: 'auto' }, '& th, & td': { pl: { xs: 1, sm: 3 }, py: 0.25 } }}
        heads={[text('currency'), text('before'), text('after')]}
        rows={[
          ...rows.map(({ currency, before, after }) => ({
            key: currency,
            cells: [currency, formatAmount(before, 10), formatAmount(after, 10)],
          })),
          { key: 'mean', cells: [text('mean'), meanBefore.toPrecision(12), meanAfter.toPrecision(12)] },
        ]}
      />
      <Typography variant="body2">
        {text('formula', {
          before: meanBefore.toPrecision(12),
          after: meanAfter.toPrecision(12),
          bps: formatNumber(record.basisPointChanged, { digits: decimals.bps, sign: 'always' }),
        })}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {text('calculationHelp')}
      </Typography>
    </Box>
  );
}
