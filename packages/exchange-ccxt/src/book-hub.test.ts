import type { BookEvent } from '@tenbin/exchange';
import { VirtualRuntime } from '@tenbin/runtime';
import { expect, test } from 'vitest';
import { BookHub } from './book-hub.ts';
import type { Caller } from './caller.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';

const pair = 'BTC/USDT';
const book = { bids: [[99, 1]], asks: [[101, 1]] };

/** One subscription for a pair, as an exchange has it: its end is confirmed later, and ends whatever there is by then. */
class OneSubscription {
  isSubscribed = false;
  readonly #next: ((told: unknown) => void)[] = [];
  readonly #ends: (() => void)[] = [];

  watchOrderBook(): Promise<unknown> {
    this.isSubscribed = true;
    return new Promise((resolve) => this.#next.push(resolve));
  }

  async unWatchOrderBook(): Promise<void> {
    await new Promise<void>((resolve) => this.#ends.push(resolve));
    this.isSubscribed = false;
    this.#next.length = 0;
  }

  tell(): void {
    for (const resolve of this.#next.splice(0)) resolve(book);
  }

  confirmEnds(): void {
    for (const confirm of this.#ends.splice(0)) confirm();
  }
}

function hubOf() {
  const runtime = new VirtualRuntime();
  const subscription = new OneSubscription();
  const open = async () => ({ exchange: subscription as unknown as CcxtExchange, caller: {} as Caller });
  const limits = { untilOpen: async () => {}, untilConnectable: async () => {} };
  const hub = new BookHub({ runtime, open, limits, pollEveryMs: null, followedLevels: undefined, fetchBook: () => Promise.reject() });
  const heard: BookEvent[] = [];
  return { runtime, subscription, heard, watch: () => hub.watch(pair, (event) => heard.push(event)) };
}

test('whoever comes back to a book while its subscription ends has one of their own afterwards', async () => {
  const { runtime, subscription, heard, watch } = hubOf();
  const leave = watch();
  await runtime.advance(10);
  leave();
  watch();
  await runtime.advance(10);
  subscription.confirmEnds();
  await runtime.advance(10);
  expect(subscription.isSubscribed).toBe(true);
  subscription.tell();
  await runtime.advance(10);
  expect(heard).toMatchObject([book]);
});

test('who leaves and comes back again and again hears the book in the end', async () => {
  const { runtime, subscription, heard, watch } = hubOf();
  for (let times = 0; times < 3; times += 1) watch()();
  const leave = watch();
  await runtime.advance(10);
  leave();
  await runtime.advance(10);
  watch();
  subscription.confirmEnds();
  await runtime.advance(10);
  subscription.tell();
  await runtime.advance(10);
  expect(heard).toMatchObject([book]);
});

test('an end that the exchange never confirms holds nobody up for long', async () => {
  const { runtime, subscription, heard, watch } = hubOf();
  const leave = watch();
  await runtime.advance(10);
  leave();
  watch();
  await runtime.advance(10_000);
  subscription.tell();
  await runtime.advance(10);
  expect(heard).toMatchObject([book]);
});
