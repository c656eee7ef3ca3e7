import Box from '@mui/material/Box';
import type { StatementTotal } from '@tenbin/contract';
import { negate } from '@tenbin/market';
import { decimals, FactList, Figure, formatAmount, formatDate, Panel, SmallTable } from '@tenbin/ui';
import type { ReactNode } from 'react';
import { useText } from '../../app/text.ts';

interface StatementPartProps {
  readonly title: string;
  readonly part: StatementTotal;
  /** Of one bot only: those of several add up to nothing. */
  readonly basisPoint?: number;
  /** The way to the records behind it. */
  readonly records: ReactNode;
}

/** On paper all columns have to fit. */
const betweenMargins = { '@media print': { '& td, & th': { px: 0.5, py: 0.375, fontSize: '8pt' } } };
const lines = ['opening', 'flows', 'traded', 'fees', 'rounding', 'closing'] as const;

/** One bot's part of a statement, or that of all together. */
export function StatementPart({
  title,
  part: { usd, currencies, outsideFees, volume, trades, pricesAt },
  basisPoint,
  records,
}: StatementPartProps) {
  const text = useText('statement');
  const money = (amount: string, change = false) => <Figure value={Number(amount)} digits={decimals.worth} unit="USD" change={change} />;
  const others = Object.entries(outsideFees).map(([coin, fee]) => `${formatAmount(fee)} ${coin}`);
  return (
    <Panel title={title} action={records}>
      <FactList
        label={`${title}: ${text('money')}`}
        facts={[
          { name: text('opening'), value: money(usd.opening) },
          { name: text('flows'), value: money(usd.flows, true) },
          { name: text('result'), value: money(usd.result, true) },
          { name: text('closing'), value: money(usd.closing) },
          { name: text('fees'), value: money(usd.fees) },
          { name: text('outsideFees'), value: others.length > 0 ? others.join(', ') : text('none') },
          { name: text('volume'), value: money(volume) },
          { name: text('fills'), value: <Figure value={trades} digits={0} /> },
          ...(basisPoint === undefined
            ? []
            : [{ name: text('profit'), value: <Figure value={basisPoint} digits={decimals.bps} unit="bp" change /> }]),
        ]}
        sx={{ columnGap: 2, rowGap: 1, gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' } }}
      />
      {pricesAt && (
        <Box sx={{ mt: 1, fontSize: 14, color: 'text.secondary' }}>
          {text(basisPoint === undefined ? 'pricesSince' : 'pricesAt', { at: formatDate(pricesAt) })}
        </Box>
      )}
      <Box sx={{ mt: 2, ...betweenMargins }}>
        <SmallTable
          lined
          stacked="named"
          label={`${title}: ${text('balances')}`}
          heads={[text('currency'), ...lines.map((line) => text(line))]}
          rows={Object.entries(currencies).map(([currency, line]) => ({
            key: currency,
            cells: [currency, ...lines.map((name) => formatAmount(name === 'fees' ? negate(line.fees) : line[name], 10))],
          }))}
        />
      </Box>
    </Panel>
  );
}
