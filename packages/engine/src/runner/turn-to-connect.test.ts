import type { PrivateEvent } from '@tenbin/exchange';
import { silentLog } from '@tenbin/telemetry';
import { expect, test } from 'vitest';
import { AccountRegistry } from '../account/account-registry.ts';
import { countQuestions } from '../testing/count-questions.ts';
import { TradingDesk } from '../testing/trading-desk.ts';

/** An exchange whose private stream waits for its turn, until it is told to connect. */
function inTurn(desk: TradingDesk, waitMs: number) {
  const { subscribe } = desk.exchange;
  let listener: (event: PrivateEvent) => void = () => {};
  desk.exchange.subscribe = (listen) => {
    listener = listen;
    listen({ type: 'waiting', until: new Date(desk.clock.now().getTime() + waitMs) });
    return () => {};
  };
  return {
    connect: () => subscribe.call(desk.exchange, (event) => listener(event)),
    emit: (event: PrivateEvent) => listener(event),
  };
}

const waits = (desk: TradingDesk) => desk.journal.timeline.flatMap((entry) => (entry.kind === 'waitingForTurn' ? [entry.facts.until] : []));

/** A bot whose process ended with its orders open, and whose stream waits for its turn in the next. */
async function returning(waitMs = 900_000) {
  const desk = new TradingDesk();
  await desk.start();
  await desk.bot.close();
  const turn = inTurn(desk, waitMs);
  const questions = countQuestions(desk);
  await desk.open();
  return { desk, turn, questions };
}

test('a bot that waits for its turn to connect says so with the time, asks nothing, and its orders rest', async () => {
  const { desk, turn, questions } = await returning();
  const until = new Date(desk.clock.now().getTime() + 900_000).toISOString();
  await desk.wait(600_000);
  expect(new Set(waits(desk))).toEqual(new Set([until]));
  expect(desk.journal.kinds).not.toContain('exchangeUnreachable');
  expect(desk.bot.state.phase.kind).toBe('running');
  expect(desk.bot.diagnostics).toMatchObject({ link: 'waiting', isConnected: true });
  expect(desk.bot.diagnostics.turnAt?.toISOString()).toBe(until);
  expect(desk.exchange.open).toHaveLength(6);
  expect(questions).toEqual({ fetchWallet: 0, fetchOpenOrders: 0, fetchFills: 0, findOrder: 0 });
  turn.connect();
  await desk.settle();
  expect(desk.bot.state.link).toBe('synced');
  expect(questions.fetchWallet).toBe(1);
});

test('a start waits as well, and goes on when its turn has come', async () => {
  const desk = new TradingDesk();
  const turn = inTurn(desk, 300_000);
  await desk.open();
  desk.bot.start('user-1');
  await desk.wait(200_000);
  expect(desk.bot.state.phase.kind).toBe('starting');
  expect(waits(desk).length).toBeGreaterThan(0);
  expect(desk.journal.kinds).not.toContain('exchangeUnreachable');
  turn.connect();
  await desk.wait(5_000);
  expect(desk.bot.state.phase.kind).toBe('running');
});

test('a stop does not wait for the turn: it cancels and is confirmed without a stream', async () => {
  const { desk } = await returning();
  await desk.stop();
  await desk.wait(15_000);
  expect(desk.bot.state.phase.kind).toBe('stopped');
  expect(desk.exchange.open).toEqual([]);
});

test('a stream that broke waits for its turn again, and everything is compared when it is back', async () => {
  const desk = new TradingDesk();
  await desk.start();
  const turn = inTurn(desk, 0);
  desk.exchange.breakStream();
  await desk.bot.close();
  await desk.open();
  turn.emit({ type: 'disconnected', error: new Error('refused') });
  turn.emit({ type: 'waiting', until: new Date(desk.clock.now().getTime() + 120_000) });
  await desk.settle();
  expect(desk.bot.state.link).toBe('waiting');
  turn.connect();
  await desk.settle();
  expect(desk.bot.state.link).toBe('synced');
});

test('another bot of the account, which comes later, is told of the wait as well', async () => {
  const desk = new TradingDesk();
  const until = new Date(desk.clock.now().getTime() + 60_000);
  inTurn(desk, 60_000);
  const log = silentLog;
  const registry = new AccountRegistry(async () => desk.exchange, { clock: desk.clock, log });
  for (const _ of ['first', 'second']) {
    const received: PrivateEvent[] = [];
    (await registry.lease('account-1')).listen((event) => received.push(event));
    expect(received).toEqual([{ type: 'waiting', until }]);
  }
});
