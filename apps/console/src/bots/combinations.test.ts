import { expect, test } from 'vitest';
import { combinationsOf, coversThree, sortByWallet } from './combinations.ts';

test('three pairs between three currencies are one combination', () => {
  expect(combinationsOf(['BTC/USDT', 'ETH/USDT', 'ETH/BTC'])).toEqual([
    { currencies: ['BTC', 'USDT', 'ETH'], pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'] },
  ]);
});

test('two pairs are enough to connect three currencies, but those with three pairs come first', () => {
  const found = combinationsOf(['BTC/USDT', 'XRP/USDT', 'ETH/USDT', 'ETH/BTC']);
  expect(found.map(({ pairs }) => pairs.length)).toEqual([3, 2, 2]);
  expect(found.every(({ pairs }) => coversThree(pairs))).toBe(true);
});

test('pairs without a common currency connect nothing', () => {
  expect(combinationsOf(['BTC/USDT', 'ETH/EUR'])).toEqual([]);
  expect(coversThree(['BTC/USDT', 'ETH/EUR'])).toBe(false);
});

test('of an exchange with more pairs than one can look through each set is found once', () => {
  const coins = Array.from({ length: 300 }, (_, index) => `COIN${index}`);
  const pairs = ['BTC/USDT', ...coins.flatMap((coin, index) => (index < 150 ? [`${coin}/USDT`, `${coin}/BTC`] : [`${coin}/USDT`]))];
  const found = combinationsOf(pairs);
  const inUsdt = (301 * 300) / 2;
  const inBtcAlone = (150 * 149) / 2;
  expect(found).toHaveLength(inUsdt + inBtcAlone);
  expect(new Set(found.map(({ currencies }) => currencies.join())).size).toBe(found.length);
  expect(found.filter(({ pairs: all }) => all.length === 3)).toHaveLength(150);
});

test('what the wallet holds comes first', () => {
  const found = combinationsOf(['BTC/USDT', 'ETH/USDT', 'XRP/USDT']);
  expect(sortByWallet(found, new Set(['USDT', 'XRP', 'ETH']))[0]?.currencies).toEqual(['USDT', 'ETH', 'XRP']);
});

test('of equals those come first whose currencies the exchange trades against most others', () => {
  const rare = ['AAA/EUR', 'BBB/EUR', 'AAA/BBB'];
  const common = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC', 'XRP/USDT', 'XRP/BTC', 'SOL/USDT'];
  const found = combinationsOf([...rare, ...common]).filter(({ pairs }) => pairs.length === 3);
  expect(found.map(({ currencies }) => currencies.join())).toEqual(['BTC,USDT,ETH', 'BTC,USDT,XRP', 'AAA,EUR,BBB']);
});
