import type { Account, Signer } from '../accounts/account.ts';
import type { VirtualExchange } from '../exchange/virtual-exchange.ts';
import { fromUnits } from '../ledger/units.ts';

/** GET balance, and the channel `account`. OKX tells the account's worth in USD; the venue does not reckon it. */
export function wireBalance(exchange: VirtualExchange, account: Account, currencies: Iterable<string>) {
  const updated = String(account.updatedAt);
  const details = [...currencies].map((ccy) => {
    const { free, locked } = exchange.ledger.holding(account.id, ccy);
    const total = fromUnits(free + locked);
    return {
      ccy,
      eq: total,
      cashBal: total,
      availBal: fromUnits(free),
      availEq: '',
      frozenBal: fromUnits(locked),
      ordFrozen: fromUnits(locked),
      uTime: updated,
    };
  });
  return { uTime: updated, totalEq: '', isoEq: '', adjEq: '', details };
}

/** GET config. */
export function wireConfig({ account: { id }, apiKey: { rights } }: Signer) {
  const permissions = [
    ['read_only', rights.read],
    ['trade', rights.trade],
    ['withdraw', rights.withdraw],
  ] as const;
  return {
    uid: id.slice(1),
    mainUid: id.slice(1),
    acctLv: '1',
    posMode: 'net_mode',
    autoLoan: false,
    level: 'Lv1',
    label: '',
    ip: '',
    perm: permissions.flatMap(([name, has]) => (has ? [name] : [])).join(','),
  };
}
