import type { Mapped, VirtualAccount } from '@tenbin/contract';
import { Empty, formatAmount, SmallTable } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

interface BalanceTableProps {
  readonly balances: Mapped<VirtualAccount>['balances'];
  readonly owed: Mapped<VirtualAccount>['owed'];
  readonly label: string;
  /** What to do where there is nothing. */
  readonly help: string;
}

/** To the last digit: what is left of so little keeps an account from being closed. */
export function BalanceTable({ balances, owed, label, help }: BalanceTableProps) {
  const text = useText('markets');
  const currencies = [...new Set([...Object.keys(balances), ...Object.keys(owed)])].sort();
  if (currencies.length === 0) return <Empty title={text('noBalances')}>{help}</Empty>;
  return (
    <SmallTable
      lined
      stacked="named"
      label={label}
      heads={[text('currency'), text('free'), text('reserved'), text('owed'), text('total')]}
      rows={currencies.map((currency) => {
        const { free = '0', reserved = '0', total = '0' } = balances[currency] ?? {};
        return { key: currency, cells: [currency, ...[free, reserved, owed[currency] ?? '0', total].map((one) => formatAmount(one, 18))] };
      })}
    />
  );
}
