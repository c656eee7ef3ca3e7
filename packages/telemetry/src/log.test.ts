import { expect, test } from 'vitest';
import { silentLog } from './log.ts';

const terms = { clientOrderId: 'T1x1', pair: 'BTC/USDT', side: 'sell', price: '60600', amount: '0.0005' };

test('a line has every field that its event declares, none that it does not, and those that are not always there where they are', () => {
  silentLog.info({ ...terms, exchangeOrderId: '7' }, 'order.filled');
  silentLog.warn({ err: new Error('away') }, 'events.read_failed');
  silentLog.warn({ botId: 'b1', err: new Error('away') }, 'events.read_failed');
  // @ts-expect-error one is missing
  silentLog.info(terms, 'order.filled');
  // @ts-expect-error it is none of its
  silentLog.warn({ userId: 'u1' }, 'events.read_failed');
  // @ts-expect-error it is said at another level
  silentLog.error({ botId: 'b1' }, 'events.read_failed');
  expect(silentLog.info({}, 'worker.stopped')).toBeUndefined();
});
