/** The files of trades beside what the exchange itself has of the account. */
import { createHash, randomBytes } from 'node:crypto';
import {
  type Client,
  createClient,
  downloadRecords,
  downloadTaxRecords,
  getBotResult,
  getRecordTotals,
  getStatement,
  getVolume,
} from '@tenbin/contract';
import { generatedFeed } from '@tenbin/exchange-virtual';
import { add, type Decimal, negate } from '@tenbin/market';
import { systemRuntime } from '@tenbin/runtime';
import { defaultServerConfig, startServer } from '@tenbin/server';
import { silentLog } from '@tenbin/telemetry';
import { openTestDatabase, testVault } from '@tenbin/testkit';
import { connectExchange } from '@tenbin/testkit/exchange';
import { expect, test } from 'vitest';
import { TradingFloor } from '../../worker/src/testing/trading-floor.ts';

/** What cards, totals and statements show of a bot. */
async function shownOf(client: Client, botId: string) {
  const result = await client.call(getBotResult, { params: { id: botId }, query: {} });
  const totals = await client.call(getRecordTotals, { query: { botId } });
  const { volume } = await client.call(getVolume, { params: { id: botId }, query: {} });
  const months = new Set([result.since ?? '', new Date().toISOString()].map((at) => at.slice(0, 7)));
  const statements = [];
  for (const month of months) statements.push(await client.call(getStatement, { query: { month } }));
  return { result, totals, volume, statements };
}

/** What a trade brings and takes, before its fee. */
function changesOf({ pair, side, amount, notional }: { pair: string; side: string; amount: Decimal; notional: Decimal }) {
  const [base = '', counter = ''] = pair.split('/');
  const isBuy = side === 'buy';
  return [
    { name: base, amount: isBuy ? amount : negate(amount) },
    { name: counter, amount: isBuy ? negate(notional) : notional },
  ];
}

/** The lines of a file, by the names of its columns. */
async function linesOf(file: Promise<Blob>): Promise<Record<string, string>[]> {
  const [heads = [], ...lines] = (await (await file).text())
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  return lines.map((line) => Object.fromEntries(heads.map((head, index) => [head.replace('\uFEFF', ''), line[index] ?? ''])));
}

test('the file for taxes has every trade of a bot once, of its rebalance and of its own, and adds up to the exchange’s journal, as cards, totals and the statement do', async () => {
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
    const session = randomBytes(32).toString('base64url');
    await database.platform.sessions.create({
      ...{ surface: 'user', organizationId, subjectId: floor.userId },
      keyHash: createHash('sha256').update(session).digest('hex'),
      at: new Date(),
      expiresAt: new Date(Date.now() + 3_600_000),
    });
    const client = createClient({ baseUrl: server.url, key: () => session });
    const shown = await shownOf(client, bot.id);
    await floor.organization.bots.delete(floor.userId, bot.id);

    const taxes = await linesOf(client.download(downloadTaxRecords, { query: { timeZone: 'UTC' } }));
    const own = await linesOf(client.download(downloadRecords, { query: { timeZone: 'UTC' } }));
    const journal = floor.exchange.accountTrades(key);

    const told = taxes.map(({ Timestamp, Action, Base, Volume, Price, Counter, Fee, FeeCcy, Comment }) =>
      [Timestamp, Action, `${Base}/${Counter}`, Volume, Price, Fee, FeeCcy, Comment?.split('#')[1]].join(' '),
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
    expect(new Set(own.map(({ kind }) => kind))).toEqual(new Set(['rebalance', 'order']));

    const sums = (rows: readonly { readonly name: string; readonly amount: Decimal }[]) => {
      const totals: Record<string, Decimal> = {};
      for (const { name, amount } of rows) totals[name] = add(totals[name] ?? '0', amount);
      return totals;
    };
    const ofFile = own.flatMap(({ pair, side, amount = '', notional = '', fee = '', feeCurrency }) => [
      { name: `${pair} ${side}`, amount },
      { name: `${pair} ${side} notional`, amount: notional },
      { name: `fees ${feeCurrency}`, amount: fee },
    ]);
    const ofJournal = journal.flatMap(({ pair, side, amount, notional, fee, feeCurrency }) => [
      { name: `${pair} ${side}`, amount },
      { name: `${pair} ${side} notional`, amount: notional },
      { name: `fees ${feeCurrency}`, amount: fee },
    ]);
    expect(sums(ofFile)).toEqual(sums(ofJournal));

    const kinds = new Map(own.map(({ pair, tradeId, kind }) => [`${pair} ${tradeId}`, kind]));
    const fillsOf = (kind: string) => journal.filter(({ pair, tradeId }) => kinds.get(`${pair} ${tradeId}`) === kind);
    const traded = sums(fillsOf('order').flatMap(changesOf));
    const fees = sums(fillsOf('order').map(({ fee, feeCurrency }) => ({ name: feeCurrency, amount: fee })));
    const brought = sums([
      { name: 'USDT', amount: '18000' },
      ...fillsOf('rebalance').flatMap((fill) => [...changesOf(fill), { name: fill.feeCurrency, amount: negate(fill.fee) }]),
    ]);
    const wallet = Object.entries(floor.exchange.accountWallet(key)).map(([name, { free, locked }]) => ({
      name,
      amount: add(free, locked),
    }));
    const currencies = ['BTC', 'ETH', 'USDT'];
    const each = (of: Readonly<Record<string, Decimal>>) => currencies.map((name) => [name, add(of[name] ?? '0', '0')]);
    const changes = sums(
      [traded, fees].flatMap((of, index) =>
        Object.entries(of).map(([name, amount]) => ({ name, amount: index === 0 ? amount : negate(amount) })),
      ),
    );
    const { statements, totals, result } = shown;
    const lineOf = (part: 'traded' | 'fees' | 'flows') =>
      sums(statements.flatMap(({ total }) => Object.entries(total.currencies).map(([name, line]) => ({ name, amount: line[part] }))));
    expect(each(lineOf('traded')), 'statement').toEqual(each(traded));
    expect(each(lineOf('fees')), 'statement').toEqual(each(fees));
    expect(each(lineOf('flows')), 'statement').toEqual(each(brought));
    const last = statements.at(-1)?.total;
    const closing = Object.entries(last?.currencies ?? {}).map(([name, line]) => ({ name, amount: line.closing }));
    expect(each(sums(closing)), 'statement').toEqual(each(sums(wallet)));
    expect(each(totals.fees), 'totals of the history').toEqual(each(fees));
    expect(each(totals.changes), 'totals of the history').toEqual(each(changes));
    expect(each(result.total?.fees ?? {}), 'card').toEqual(each(fees));
    const changed = Object.entries(result.total?.currencies ?? {}).map(([name, { change }]) => ({ name, amount: change }));
    expect(each(sums(changed)), 'card').toEqual(each(changes));

    const ofOrders = own.filter(({ kind }) => kind === 'order');
    const volume = ofOrders.reduce((sum: Decimal, line) => add(sum, line.volume ?? '0'), '0');
    const stated = statements.reduce((sum: Decimal, { total }) => add(sum, total.volume), '0');
    expect([add(totals.volume, '0'), add(result.total?.volume ?? '0', '0'), stated], 'volume').toEqual([volume, volume, volume]);
    expect(shown.volume).toBeCloseTo(Number(volume), 3);
    const bitcoins = journal.filter(({ pair }) => pair === 'BTC/USDT').map(({ price }) => Number(price));
    for (const { pair, tradeId, notional } of fillsOf('order')) {
      const told = Number(ofOrders.find((line) => line.pair === pair && line.tradeId === tradeId)?.volume);
      // What is counted in BTC is worth what BTC cost around then.
      const [least, most] = pair === 'ETH/BTC' ? [Math.min(...bitcoins) * 0.9, Math.max(...bitcoins) * 1.1] : [0.9999, 1.0001];
      expect(told / Number(notional), `${pair} ${tradeId}`).toBeGreaterThan(least);
      expect(told / Number(notional), `${pair} ${tradeId}`).toBeLessThan(most);
    }
    const { usd } = last ?? {};
    expect([usd?.opening, usd?.flows, usd?.result, usd?.outsideFees].reduce((sum: Decimal, part) => add(sum, part ?? '0'), '0')).toBe(
      usd?.closing,
    );
  } finally {
    await server.close();
    await floor.close();
    await close();
  }
});
