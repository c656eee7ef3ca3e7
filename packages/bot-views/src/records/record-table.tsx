import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import useMediaQuery from '@mui/material/useMediaQuery';
import { widthOfDelta } from '@tenbin/strategy';
import {
  AnnualRate,
  decimals,
  ExpandIcon,
  Figure,
  formatAmount,
  formatDate,
  formatHolding,
  formatWidth,
  hidden,
  percent,
} from '@tenbin/ui';
import { Fragment, useState } from 'react';
import { useBotText } from '../words/text.ts';
import { RecordDetails } from './record-details.tsx';
import type { RecordView } from './record-profit.ts';

export interface RecordsProps {
  readonly records: readonly RecordView[];
  /** Whether a record opens to its details. */
  readonly opens?: boolean;
  /** One line each: the balances side by side. */
  readonly compact?: boolean;
  /** Of all bots together: says of each record whose it is, by the bot's id. */
  readonly botNames?: ReadonlyMap<string, string>;
}

const tradeHeads = ['pair', 'side', 'price', 'amount'] as const;

/** Contract records on a wide screen. */
function RecordTable({ records, opens = false, compact = false, botNames }: RecordsProps) {
  const text = useBotText('history');
  const [open, setOpen] = useState<string | null>(null);
  const heads = ['date', ...(compact ? [] : tradeHeads), 'profit', 'annualRate', 'volume', 'spread', 'balance'] as const;
  const atLeft: readonly string[] = ['date', 'pair', 'side'];
  return (
    <TableContainer sx={{ position: 'relative' }}>
      <Table size="small" aria-label={text('records')} sx={compact ? {} : { '& th, & td': { px: 1 } }}>
        <TableHead>
          <TableRow>
            {heads.map((head) => (
              <TableCell key={head} align={atLeft.includes(head) ? 'left' : 'right'} sx={{ whiteSpace: 'nowrap' }}>
                {text(head)}
              </TableCell>
            ))}
            {opens && (
              <TableCell>
                <span style={hidden}>{text('details')}</span>
              </TableCell>
            )}
          </TableRow>
        </TableHead>
        <TableBody>
          {records.map((record, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a new record changes what each place says, and moves nothing
            <Fragment key={place}>
              <TableRow hover>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>
                  <Box sx={{ whiteSpace: compact ? 'nowrap' : 'pre' }}>
                    {compact ? formatDate(record.createdAt) : formatDate(record.createdAt).replace(' ', '\n')}
                  </Box>
                  {botNames && <Box sx={{ color: 'text.secondary' }}>{botNames.get(record.botId)}</Box>}
                </TableCell>
                {!compact && (
                  <>
                    <TableCell sx={{ whiteSpace: 'nowrap' }}>{record.pair}</TableCell>
                    <TableCell sx={{ whiteSpace: 'nowrap' }}>{text(record.side)}</TableCell>
                    <TableCell align="right">{formatAmount(record.price)}</TableCell>
                    <TableCell align="right">{formatAmount(record.amount)}</TableCell>
                  </>
                )}
                <TableCell align="right">
                  <Figure value={record.basisPointChanged} digits={decimals.bps} unit="bp" change />
                </TableCell>
                <TableCell align="right">
                  <AnnualRate value={record.annualRate} reason={text('noRate')} />
                </TableCell>
                <TableCell align="right">
                  <Figure value={record.volume} digits={decimals.usd} unit="USD" />
                </TableCell>
                <TableCell align="right">{percent(formatWidth(widthOfDelta(record.delta)))}</TableCell>
                <TableCell align="right">
                  <BalanceList balance={record.balance} inline={compact} />
                </TableCell>
                {opens && (
                  <TableCell padding="checkbox">
                    <OpenButton record={record} open={open === record.id} onOpen={setOpen} />
                  </TableCell>
                )}
              </TableRow>
              {open === record.id && (
                <TableRow>
                  <TableCell colSpan={heads.length + 1} sx={{ bgcolor: 'action.hover' }}>
                    <RecordDetails record={record} />
                  </TableCell>
                </TableRow>
              )}
            </Fragment>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

/** Contract records on a phone: two lines each, the same facts. */
function RecordList({ records, opens = false, compact = false, botNames }: RecordsProps) {
  const text = useBotText('history');
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Box component="ul" aria-label={text('records')} sx={{ m: 0, p: 0, listStyle: 'none', fontSize: 14 }}>
      {records.map((record, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as in the table
        <Box component="li" key={place} sx={{ px: 2, py: 1.25, borderTop: '1px solid', borderColor: 'divider' }}>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 1 }}>
            <span>{formatDate(record.createdAt)}</span>
            <Box component="span" sx={{ fontWeight: 600, ml: 'auto' }}>
              <Figure value={record.basisPointChanged} digits={decimals.bps} unit="bp" change />
            </Box>
            {opens && <OpenButton record={record} open={open === record.id} onOpen={setOpen} />}
          </Box>
          {!compact && (
            <div>
              {record.pair} {text(record.side)} · {formatAmount(record.price)} × {formatAmount(record.amount)}
              {botNames && (
                <Box component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                  {' · '}
                  {botNames.get(record.botId)}
                </Box>
              )}
            </div>
          )}
          <Box
            sx={{
              display: 'flex',
              justifyContent: 'space-between',
              alignItems: 'center',
              columnGap: 1,
              flexWrap: 'wrap',
              color: 'text.secondary',
            }}
          >
            <span>
              {text('annualRate')} <AnnualRate value={record.annualRate} reason={text('noRate')} />
            </span>
            <span>
              {text('volume')} <Figure value={record.volume} digits={decimals.usd} unit="USD" />
            </span>
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, lineHeight: 1.45, color: 'text.secondary' }}>
            <Holdings balance={record.balance} inline />
            <Box component="span" sx={{ whiteSpace: 'nowrap', ml: 'auto' }}>
              {text('spread')} {percent(formatWidth(widthOfDelta(record.delta)))}
            </Box>
          </Box>
          {open === record.id && <RecordDetails record={record} />}
        </Box>
      ))}
    </Box>
  );
}

function OpenButton({ record, open, onOpen }: { record: RecordView; open: boolean; onOpen: (id: string | null) => void }) {
  const text = useBotText('history');
  return (
    <IconButton
      size="small"
      aria-expanded={open}
      aria-label={text(open ? 'close' : 'open', { at: formatDate(record.createdAt) })}
      onClick={() => onOpen(open ? null : record.id)}
    >
      <ExpandIcon fontSize="small" sx={{ transform: open ? 'rotate(180deg)' : 'none', transition: 'transform .15s' }} />
    </IconButton>
  );
}

interface BalanceProps {
  readonly balance: RecordView['balance'];
  readonly inline?: boolean;
}

function BalanceList({ balance, inline = false }: BalanceProps) {
  return (
    <Box
      component="span"
      sx={{
        display: inline ? 'inline-flex' : 'inline-grid',
        flexWrap: 'wrap',
        justifyContent: 'flex-end',
        columnGap: 1.5,
        lineHeight: 1.45,
      }}
    >
      <Holdings balance={balance} inline={inline} />
    </Box>
  );
}

function Holdings({ balance, inline = false }: BalanceProps) {
  return Object.entries(balance).map(([currency, amount]) => (
    <Box component="span" key={currency} sx={{ whiteSpace: 'nowrap' }}>
      {formatHolding(amount, currency)}{' '}
      <Box
        component="span"
        sx={{ color: 'text.secondary', display: 'inline-block', ...(inline ? {} : { minWidth: 40, textAlign: 'left' }) }}
      >
        {currency}
      </Box>
    </Box>
  ));
}

/** Contract records: a table where there is room, rows of two lines where there is not. */
export function Records(props: RecordsProps) {
  const wide = useMediaQuery(`(min-width:${props.compact ? 900 : 1280}px)`, { noSsr: true });
  return wide ? <RecordTable {...props} /> : <RecordList {...props} />;
}
