import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ExchangeError } from '@tenbin/exchange';
import { systemRuntime } from '@tenbin/runtime';
import { afterEach, expect, test } from 'vitest';
import { CcxtExchanges } from '../ccxt-exchanges.ts';

const exchanges = new CcxtExchanges(systemRuntime());

const instrument = {
  instType: 'SPOT',
  instId: 'BTC-USDT',
  baseCcy: 'BTC',
  quoteCcy: 'USDT',
  tickSz: '0.1',
  lotSz: '0.00000001',
  minSz: '0.00001',
  state: 'live',
};
const credentials = { apiKey: 'a-key-of-okx', secret: 'a-secret-of-okx', passphrase: 'a-passphrase-of-okx' };

type Answers = Readonly<Record<string, { status?: number; body: unknown }>>;

/** A server that gives OKX's recorded kind of answers, and notes what it was asked with. */
async function answering(answers: Answers) {
  const asked: { path: string; headers: IncomingHttpHeaders }[] = [];
  const all: Answers = { '/api/v5/public/instruments': { body: { code: '0', data: [instrument] } }, ...answers };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://okx').pathname;
    asked.push({ path, headers: request.headers });
    const { status = 200, body } = all[path] ?? { status: 404, body: { code: '404', msg: path } };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const connector = exchanges.connect({ ccxtId: 'okx', baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  closing = async () => {
    await connector.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { connector, asked };
}

let closing: () => Promise<void> = async () => undefined;
afterEach(() => closing());

test('the passphrase travels with key and signature', async () => {
  const balance = { details: [{ ccy: 'USDT', availBal: '12.5', frozenBal: '0.25', eq: '12.75' }] };
  const { connector, asked } = await answering({ '/api/v5/account/balance': { body: { code: '0', data: [balance] } } });
  const account = await connector.account(credentials);
  expect(await account.fetchWallet()).toEqual({ USDT: { free: '12.5', locked: '0.25' } });
  expect(asked.at(-1)?.headers).toMatchObject({ 'ok-access-key': credentials.apiKey, 'ok-access-passphrase': credentials.passphrase });
  expect(asked.at(-1)?.headers['ok-access-sign']).toBeTruthy();
});

test('a wrong passphrase is told as such, and not shown', async () => {
  const { connector } = await answering({
    '/api/v5/account/balance': {
      status: 401,
      body: { code: '50105', msg: `Request header OK-ACCESS-PASSPHRASE incorrect: ${credentials.passphrase}`, data: [] },
    },
  });
  const account = await connector.account(credentials);
  const refusal = await account.fetchWallet().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ExchangeError);
  expect(refusal).toMatchObject({ kind: 'rejected', reason: 'invalidPassphrase', exchangeCode: '50105' });
  expect((refusal as ExchangeError).message).not.toContain(credentials.passphrase);
});

test('rights are read from the account’s configuration', async () => {
  const { connector } = await answering({
    '/api/v5/account/config': { body: { code: '0', data: [{ perm: 'read_only,trade,withdraw' }] } },
  });
  const account = await connector.account(credentials);
  expect(await account.fetchKeyRights()).toEqual({ read: true, trade: true, withdraw: true, transfer: 'unknown' });
});

test('the grid is read as exactly', async () => {
  const { connector } = await answering({});
  const rules = (await connector.marketData().fetchMarkets()).get('BTC/USDT');
  expect(rules).toMatchObject({ tickSize: '0.1', lotSize: '0.00000001', minimumAmount: '0.00001' });
});
