import type { Wallet } from '@tenbin/market';
import { expect, test } from 'vitest';
import { AccountBook, type WalletSeen } from './account-book.ts';
import type { Position } from './position.ts';

const askedAt = new Date(0);
const wallet: Wallet = { BTC: { free: '2', locked: '1' } };
const at = (part: Partial<Position>): Position => ({
  id: 'bot-1',
  changes: 1,
  isAtRest: true,
  held: { BTC: '1' },
  reserved: { BTC: '0.5' },
  heldRoundings: {},
  reservedRoundings: {},
  ...part,
});

function bookOf(...positions: Position[]) {
  const book = new AccountBook();
  const reported: WalletSeen[][] = positions.map(() => []);
  positions.forEach((_, index) => {
    book.join({ position: () => positions[index] ?? at({}), onWallet: (seen) => reported[index]?.push(seen) });
  });
  return { book, reported, positions };
}

test('the wallet of an account is asked for once for all of its bots, and each is told what the others hold', async () => {
  const { book, reported } = bookOf(at({}), at({ held: { BTC: '2' }, reserved: { BTC: '0.5' } }));
  let asked = 0;
  const fetchWallet = async () => {
    asked += 1;
    return wallet;
  };
  await Promise.all([book.check(askedAt, fetchWallet), book.check(askedAt, fetchWallet)]);
  expect(asked).toBe(1);
  expect(reported.map(([seen]) => seen?.others?.held)).toEqual([{ BTC: '2' }, { BTC: '1' }]);
});

test('nobody is told what the others hold when one of them moved while the wallet was asked for', async () => {
  const { book, reported, positions } = bookOf(at({}), at({}));
  await book.check(askedAt, async () => {
    positions[1] = at({ changes: 2 });
    return wallet;
  });
  positions[1] = at({ isAtRest: false });
  await book.check(askedAt, async () => wallet);
  expect(reported.flat().map((seen) => seen.others)).toEqual([null, null, null, null]);
});
