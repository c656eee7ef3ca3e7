import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import { useDownload } from '@tenbin/app-kit';
import type { PaymentResult } from '@tenbin/billing';
import { downloadReferrals, downloadTransactionLogs } from '@tenbin/contract';
import { ActionMenu, formatDay } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';

/** What payments are filtered by, as calls take it. */
export interface PaymentSearch {
  readonly start?: string;
  readonly end?: string;
  readonly result?: PaymentResult;
  readonly email?: string;
}

/** Saves what is filtered as a file; referrals by the same period. */
export function MoneyDownload({ filter }: { filter: PaymentSearch }) {
  const text = useText('money');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const file = useDownload();
  const name = (what: string) => `${what}-${formatDay(new Date())}.csv`;
  const transactions = (excel: boolean) => file.start(name('transactions'), downloadTransactionLogs, { query: { ...filter, excel } });
  const referrals = (excel: boolean) => {
    const { start, end } = filter;
    file.start(name('referrals'), downloadReferrals, { query: { excel, ...(start && { start }), ...(end && { end }) } });
  };
  const choose = (start: () => void) => () => {
    setAnchor(null);
    start();
  };
  return (
    <>
      <Button
        variant="outlined"
        loading={file.isPending}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {text('download')}
      </Button>
      <ActionMenu label={text('download')} anchor={anchor} onClose={() => setAnchor(null)}>
        <MenuItem onClick={choose(() => transactions(false))}>{text('transactions')}</MenuItem>
        <MenuItem onClick={choose(() => transactions(true))}>{text('transactionsExcel')}</MenuItem>
        <MenuItem onClick={choose(() => referrals(false))}>{text('referrals')}</MenuItem>
        <MenuItem onClick={choose(() => referrals(true))}>{text('referralsExcel')}</MenuItem>
      </ActionMenu>
    </>
  );
}
