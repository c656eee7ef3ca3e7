/** The files of trades beside what the exchange itself has of the account. */
import { createHash, randomBytes } from 'node:crypto';
import { createClient, downloadRecords, downloadTaxRecords } from '@tenbin/contract';
import { generatedFeed } from '@tenbin/exchange-virtual';
import { add, type Decimal } from '@tenbin/market';
import { systemRuntime } from '@tenbin/runtime';
import { defaultServerConfig, startServer } from '@tenbin/server';
import { silentLog } from '@tenbin/telemetry';
import { openTestDatabase, testVault } from '@tenbin/testkit';
import { connectExchange } from '@tenbin/testkit/exchange';
import { expect, test } from 'vitest';
import { TradingFloor } from '../../worker/src/testing/trading-floor.ts';

test('the file for taxes has every trade of a bot once, of its rebalance and of its own, and adds up to the exchange’s journal', async () => {
  const { database, close } = await openTestDatabase('postgres');
  const floor = await TradingFloor.open(database, { feed: generatedFeed({ seed: 3, speed: 600 }) });
  await floor.startWorker();
  const { organizationId } = floor.organization;
  const server = await startServer(
    { ...defaultServerConfig, port: 0, runsJobs: false },
    { database, vault: testVault, connectExchange, clock: systemRuntime(), log: silentLog, trial: null },
  );
  try {
    const { bot, key } = await floor.addBot({ USDT: '18000' }, { delta: 0.002 });
    await floor.requestRebalance(bot, { startsBot: true });
    await floor.untilRecords(bot.id, 12);
    await floor.setActive(bot, false);
    await floor.untilPhase(bot.id, 'stopped');
    await floor.organization.bots.delete(floor.userId, bot.id);

    const session = randomBytes(32).toString('base64url');
    await database.platform.sessions.create({
      ...{ surface: 'user', organizationId, subjectId: floor.userId },
      keyHash: createHash('sha256').update(session).digest('hex'),
      at: new Date(),
      expiresAt: new Date(Date.now() + 3_600_000),
    });
    const client = createClient({ baseUrl: server.url, key: () => session });
    const linesOf = async (file: Promise<Blob>) =>
      (await (await file).text())
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(','));
    const taxes = await linesOf(client.download(downloadTaxRecords, { query: { timeZone: 'UTC' } }));
    const own = await linesOf(client.download(downloadRecords, { query: { timeZone: 'UTC' } }));
    const journal = floor.exchange.accountTrades(key);

    const told = taxes.map(([at, side, , base, amount, price, counter, fee, coin, comment]) =>
      [at, side, `${base}/${counter}`, amount, price, fee, coin, comment?.split('#')[1]].join(' '),
    );
    const happened = journal.map(({ at, side, pair, amount, price, fee, feeCurrency, tradeId }) =>
      [
        at.toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', '/'),
        side.toUpperCase(),
        pair,
        amount,
        price,
        fee,
        feeCurrency,
        tradeId,
      ].join(' '),
    );
    expect(told.toSorted()).toEqual(happened.toSorted());
    expect(new Set(own.map(([, kind]) => kind))).toEqual(new Set(['rebalance', 'order']));

    const sums = (rows: readonly { readonly name: string; readonly amount: Decimal }[]) => {
      const totals: Record<string, Decimal> = {};
      for (const { name, amount } of rows) totals[name] = add(totals[name] ?? '0', amount);
      return totals;
    };
    const ofFile = own.flatMap(([, , , , , pair, side, , amount = '', notional = '', fee = '', coin]) => [
      { name: `${pair} ${side}`, amount },
      { name: `${pair} ${side} notional`, amount: notional },
      { name: `fees ${coin}`, amount: fee },
    ]);
    const ofJournal = journal.flatMap(({ pair, side, amount, notional, fee, feeCurrency }) => [
      { name: `${pair} ${side}`, amount },
      { name: `${pair} ${side} notional`, amount: notional },
      { name: `fees ${feeCurrency}`, amount: fee },
    ]);
    expect(sums(ofFile)).toEqual(sums(ofJournal));
  } finally {
    await server.close();
    await floor.close();
    await close();
  }
});
