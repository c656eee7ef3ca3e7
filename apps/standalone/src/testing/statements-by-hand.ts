import { coins, type Stand, standOf } from './books-by-hand.ts';
import { type Amounts, type Exact, minus } from './exact.ts';
import type { Told } from './trading-stage.ts';

/** What a month must say of a bot: how it stood at its end less how it stood at its beginning. */
export function statedOf({ books, looks, goneOn }: Told, { from, to }: { readonly from: Date; readonly to: Date }) {
  const before = looks.findLast(({ until: at }) => at < from.getTime());
  const last = looks.findLast(({ until: at }) => at < to.getTime());
  if (!last) throw new Error('nobody looked');
  const [opening, closing] = [before ? standOf(books, before) : null, standOf(books, last)];
  const isGone = goneOn !== null && goneOn < to;
  const difference = (of: (stand: Stand) => Exact) => of(closing) - (opening ? of(opening) : 0n);
  const byCoin = (of: (stand: Stand) => Amounts, coin: string) => (of(closing)[coin] ?? 0n) - (opening ? (of(opening)[coin] ?? 0n) : 0n);
  const feesByCoin = minus(closing.feesByCoin, opening?.feesByCoin ?? {});
  const lines = coins.map((coin) => {
    const held = closing.balances[coin] ?? 0n;
    const [opened, closed] = [opening?.balances[coin] ?? 0n, isGone ? 0n : held];
    const [traded, fees] = [byCoin((stand) => stand.tradedByCoin, coin), feesByCoin[coin] ?? 0n];
    // What was there as it first started came from outside, and what was there as it was deleted went.
    const flows = byCoin((stand) => stand.flowsByCoin, coin) + (opening ? 0n : (books.start[coin] ?? 0n)) - (isGone ? held : 0n);
    return [coin, { opening: opened, flows, traded, fees, rounding: 0n, closing: closed }] as const;
  });
  const result = difference((stand) => stand.result);
  const outside = difference((stand) => stand.outsideFees);
  const [openingUsd, closingUsd] = [opening?.worth ?? 0n, isGone ? 0n : closing.worth];
  return {
    lines: Object.fromEntries(lines),
    outsideFees: Object.fromEntries(Object.entries(feesByCoin).filter(([coin]) => !coins.some((one) => one === coin))) as Amounts,
    usd: {
      ...{ opening: openingUsd, flows: closingUsd - openingUsd - result - outside, result, outsideFees: outside, closing: closingUsd },
      fees: difference((stand) => stand.fees),
    },
    volume: difference((stand) => stand.volume),
    trades: closing.trades - (opening?.trades ?? 0),
    basisPoint: closing.basisPoint - (opening?.basisPoint ?? 0),
  };
}

export type Stated = ReturnType<typeof statedOf>;
export type Line = Stated['lines'][string];

export const addLines = (a: Line | undefined, b: Line): Line => ({
  opening: (a?.opening ?? 0n) + b.opening,
  flows: (a?.flows ?? 0n) + b.flows,
  traded: (a?.traded ?? 0n) + b.traded,
  fees: (a?.fees ?? 0n) + b.fees,
  rounding: 0n,
  closing: (a?.closing ?? 0n) + b.closing,
});
