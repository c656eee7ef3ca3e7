import { systemRuntime } from '@tenbin/runtime';
import { expect, test } from 'vitest';
import { AddressLimits } from './address-limits.ts';
import { queryAfterCancelling, queryAfterPlacing, readAccepted } from './brief-answers.ts';
import { Caller } from './caller.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import { okxQuirks } from './quirks/okx.ts';

const runtime = systemRuntime();

const request = { clientOrderId: 'T1x1', pair: 'BTC/USDT', side: 'buy', price: '60000', amount: '0.001' } as const;
const accepted = readAccepted({ id: '7', clientOrderId: 'T1x1' }, request, new Date());

/** An exchange that shows the order in these states, one look after the other; an error is thrown. */
function showing(...looks: readonly (object | Error)[]) {
  const left = [...looks];
  const exchange = {
    options: {},
    fetchOrder: async () => {
      const look = left.shift();
      if (look instanceof Error) throw look;
      return { id: '7', symbol: 'BTC/USDT', side: 'buy', price: '60000', amount: '0.001', filled: '0', info: {}, ...look };
    },
  } as unknown as CcxtExchange;
  const limits = new AddressLimits(runtime, { msPerCost: 0 });
  const caller = new Caller({
    runtime,
    exchange,
    limits,
    deadlines: { readMs: 60_000, laneMs: 60_000, orderMs: 60_000 },
    errorCodes: {},
    secrets: [],
  });
  return { parts: { runtime, exchange, caller, quirks: okxQuirks }, left };
}

test('an accepted order is told as it stands a moment later', async () => {
  const { parts } = showing({ status: 'closed', filled: '0.001' });
  expect(await queryAfterPlacing(parts, accepted)).toMatchObject({ status: 'filled', filled: '0.001' });
});

test('an accepted order was placed, even if nobody could look', async () => {
  const { parts } = showing(new Error('no connection'));
  expect(await queryAfterPlacing(parts, accepted)).toMatchObject({
    status: 'open',
    filled: '0',
    exchangeOrderId: '7',
    clientOrderId: 'T1x1',
  });
});

test('an order that the exchange took back at once was refused', async () => {
  const { parts } = showing({ status: 'canceled', info: { cancelSource: '31' } });
  await expect(queryAfterPlacing(parts, accepted)).rejects.toMatchObject({ kind: 'rejected', reason: 'wouldTakeImmediately' });
});

test('an order that somebody cancelled was placed', async () => {
  const { parts } = showing({ status: 'canceled', info: { cancelSource: '1' } });
  expect(await queryAfterPlacing(parts, accepted)).toMatchObject({ status: 'cancelled' });
});

test('an accepted cancelling is looked at until it is done', async () => {
  const { parts, left } = showing({ status: 'open' }, { status: 'canceled', filled: '0.0004' });
  expect(await queryAfterCancelling(parts, accepted)).toMatchObject({ status: 'cancelled', filled: '0.0004' });
  expect(left).toEqual([]);
});

test('what became of an accepted cancelling is unknown when nobody could look, or when it is not done in time', async () => {
  await expect(queryAfterCancelling(showing(new Error('no connection')).parts, accepted)).rejects.toMatchObject({ kind: 'unknown' });
  const open = { status: 'open' };
  await expect(queryAfterCancelling(showing(open, open, open, open).parts, accepted)).rejects.toMatchObject({ kind: 'unknown' });
});
