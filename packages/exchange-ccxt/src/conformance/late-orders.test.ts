import { ExchangeError, orderWindowMs } from '@tenbin/exchange';
import { dialectNames } from '@tenbin/exchange-virtual';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVirtualSubject, type VirtualSubject } from './virtual-subject.ts';

const pair = 'BTC/USDT';
const order = (clientOrderId: string) => ({ clientOrderId, pair, side: 'buy', price: '54000', amount: '0.001' }) as const;
const named = (clientOrderId: string) => ({ pair, clientOrderId, exchangeOrderId: null });

/** Says so from the given question on. */
function lateFrom(question: number) {
  let asked = 0;
  return () => {
    asked += 1;
    return asked >= question;
  };
}

describe.each(dialectNames)('on %s', (ccxtId) => {
  let subject: VirtualSubject;
  beforeAll(async () => {
    subject = await openVirtualSubject({}, { ccxtId });
  });
  afterAll(() => subject.close());

  const account = async () => subject.connector.account(await subject.createAccount({ USDT: '10000' }));
  const placed = () => subject.requests.filter(({ method }) => method === 'POST').length;

  test.each([
    ['while it waited for its turn', 1],
    ['between its signature and its socket', 2],
  ])('an order that became late %s is not sent', async (_, question) => {
    const placing = await (await account()).placeOrder(order('T1'), { isLate: lateFrom(question) }).catch((error: unknown) => error);
    expect(placing).toBeInstanceOf(ExchangeError);
    expect(placing).toMatchObject({ kind: 'transient' });
    expect(placed()).toBe(0);
  });

  test('one that is late on the wire is refused by the exchange', async () => {
    const one = await account();
    let asked = 0;
    const isLate = () => {
      asked += 1;
      // The last question, in the turn in which it is written to its socket: from here on nobody can hold it back.
      if (asked === 2) subject.passTime(orderWindowMs + 1);
      return false;
    };
    const placing = await one.placeOrder(order('T2'), { isLate }).catch((error: unknown) => error);
    expect(asked).toBe(2);
    expect(placing).toBeInstanceOf(ExchangeError);
    expect(await one.findOrder(named('T2'))).toBeNull();
    expect(await one.placeOrder(order('T3'), { isLate: () => false })).toMatchObject({ status: 'open' });
  });
});
