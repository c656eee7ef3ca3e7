import type { LiveSignal } from '@tenbin/bots';
import { VirtualRuntime } from '@tenbin/runtime';
import { silentLog } from '@tenbin/telemetry';
import { expect, test } from 'vitest';
import { NewsPublisher } from './news-publisher.ts';

const news = (botId: string, ...changed: LiveSignal['changed']): LiveSignal => ({ organizationId: 'o', userId: 'u', botId, changed });

function publisher(notify: (...payloads: string[]) => Promise<void> = async () => {}) {
  const clock = new VirtualRuntime({ seed: 1 });
  const statements: LiveSignal[][] = [];
  const db = {
    notify: async (_channel: string, ...payloads: string[]) => {
      statements.push(payloads.map((payload) => JSON.parse(payload)));
      await notify(...payloads);
    },
  };
  return { clock, statements, publisher: new NewsPublisher({ db, clock, log: silentLog }) };
}

test('what a thousand bots did at once is told in one statement, each bot once', async () => {
  const { clock, statements, publisher: queue } = publisher();
  for (let bot = 0; bot < 1_000; bot += 1) {
    queue.take(news(`b${bot}`, 'orders'));
    queue.take(news(`b${bot}`, 'record', 'orders'));
  }
  expect(statements).toEqual([]);
  await clock.advance(1_000);
  expect(statements).toHaveLength(1);
  expect(statements[0]).toHaveLength(1_000);
  expect(statements[0]?.[7]).toEqual(news('b7', 'orders', 'record'));
});

test('what happens while something is being told comes after it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { clock, statements, publisher: queue } = publisher(() => promise);
  queue.take(news('a', 'bot'));
  await clock.advance(100);
  queue.take(news('a', 'orders'));
  await clock.advance(100);
  expect(statements).toHaveLength(1);
  resolve();
  await clock.advance(1_000);
  expect(statements).toEqual([[news('a', 'bot')], [news('a', 'orders')]]);
});

test('a database that is away keeps nobody from telling what comes later', async () => {
  let isAway = true;
  const {
    clock,
    statements,
    publisher: queue,
  } = publisher(async () => {
    if (isAway) throw new Error('away');
  });
  queue.take(news('a', 'bot'));
  await clock.advance(100);
  isAway = false;
  queue.take(news('b', 'bot'));
  await clock.advance(100);
  expect(statements.at(-1)).toEqual([news('b', 'bot')]);
});

test('a worker that closes tells what waits first', async () => {
  const { clock, statements, publisher: queue } = publisher();
  queue.take(news('a', 'bot'));
  const closed = queue.close();
  await clock.advance(100);
  await closed;
  expect(statements).toEqual([[news('a', 'bot')]]);
});
