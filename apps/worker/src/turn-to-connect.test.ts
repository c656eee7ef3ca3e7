/** An exchange that lets an address open few connections: what a bot does that comes too late for this while. */
import { generatedFeed } from '@tenbin/exchange-virtual';
import { openTestDatabase } from '@tenbin/testkit';
import { expect, test } from 'vitest';
import { TradingFloor, until } from './testing/trading-floor.ts';

/** The market stands still, so that no order is filled while nobody is there to replace it. */
const market = { feed: generatedFeed({ seed: 5 }), stepped: true } as const;

/** The exchange says that an address may open two in five minutes, of which one is left to public streams. */
async function allowOne({ served }: TradingFloor): Promise<void> {
  const answer = await fetch(`${served.url}/api/v3/exchangeInfo`);
  const said = (await answer.json()) as { readonly rateLimits: readonly { readonly rateLimitType: string }[] };
  const connections = { rateLimitType: 'CONNECTIONS', interval: 'MINUTE', intervalNum: 5, limit: 2 };
  const others = said.rateLimits.filter(({ rateLimitType }) => rateLimitType !== 'CONNECTIONS');
  const body = JSON.stringify({ ...said, rateLimits: [...others, connections] });
  const headers = { 'content-type': 'application/json' };
  served.faults.inject({ type: 'answer', status: 200, headers, body, where: { path: '/api/v3/exchangeInfo' } });
}

test('it says until when it waits for its turn, its stop works, and a worker that begins anew knows what was opened', async () => {
  const { database, close } = await openTestDatabase('pglite');
  const floor = await TradingFloor.open(database, market, { timeScale: 1 });
  const turnOf = async (botId: string) => {
    const entries = await floor.organization.timeline.list(botId, { offset: 0, limit: 100 });
    const waits = entries.flatMap((entry) => (entry.kind === 'waitingForTurn' ? [Date.parse(String(entry.facts.until))] : []));
    return waits.at(-1) ?? null;
  };
  try {
    await allowOne(floor);
    const worker = await floor.startWorker();
    const first = await floor.addBot(floor.evenWallet('6000'));
    await floor.setActive(first.bot, true);
    await floor.untilPhase(first.bot.id, 'running');
    const second = await floor.addBot(floor.evenWallet('6000'));
    await floor.setActive(second.bot, true);
    const expectedAt = await until(() => turnOf(second.bot.id));
    expect(expectedAt).toBeLessThan(Date.now() + 300_000);
    expect(worker.diagnostics.bots.find(({ id }) => id === second.bot.id)).toMatchObject({ link: 'waiting', phase: 'starting' });
    await floor.setActive(second.bot, false);
    await floor.untilPhase(second.bot.id, 'stopped');

    await floor.stopWorker();
    await floor.startWorker();
    await until(() => turnOf(first.bot.id));
    expect(floor.openOrderCount(first.key)).toBe(6);
    await floor.setActive(first.bot, false);
    await floor.untilPhase(first.bot.id, 'stopped');
    expect(floor.openOrderCount(first.key)).toBe(0);
  } finally {
    await floor.close();
    await close();
  }
});
