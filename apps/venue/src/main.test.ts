import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';

let dataDir: string;
const running: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'venue-main-'));
});

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

function start(environment: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, VENUE_PORT: '0', DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  return child;
}

const ended = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('no output');
  for await (const line of createInterface({ input: stdout })) {
    const { msg, url } = JSON.parse(line) as { msg: string; url: string };
    if (msg === 'venue.started') return url;
  }
  throw new Error('the venue did not start');
}

async function signed(
  url: string,
  { key, secret }: { key: string; secret: string },
  method: string,
  path: string,
  parameters: Record<string, string>,
) {
  const query = new URLSearchParams({ ...parameters, timestamp: String(Date.now()) }).toString();
  const signature = createHmac('sha256', secret).update(query).digest('hex');
  const response = await fetch(`${url}${path}?${query}&signature=${signature}`, { method, headers: { 'X-MBX-APIKEY': key } });
  return (await response.json()) as Record<string, unknown>;
}

test('a venue that was killed, or ended in order, goes on where it was', async () => {
  let child = start();
  let url = await addressOf(child);
  const made = await fetch(`${url}/trial/venue/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"balances":{"BTC":"1","USDT":"60000"}}',
  });
  const account = (await made.json()) as { key: string; secret: string };
  const order = {
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    quantity: '0.001',
    price: '30000.00',
    newClientOrderId: 'T1x1',
  };
  const { orderId } = await signed(url, account, 'POST', '/api/v3/order', order);
  const sold = await signed(url, account, 'POST', '/api/v3/order', { symbol: 'BTCUSDT', side: 'SELL', type: 'MARKET', quantity: '0.01' });
  expect(sold).toMatchObject({ status: 'FILLED' });
  const remembered = async () => ({
    open: await signed(url, account, 'GET', '/api/v3/openOrders', { symbol: 'BTCUSDT' }),
    trades: await signed(url, account, 'GET', '/api/v3/myTrades', { symbol: 'BTCUSDT' }),
    wallet: (await signed(url, account, 'GET', '/api/v3/account', {})).balances,
  });
  const before = await remembered();
  expect(before.open).toMatchObject([{ orderId, clientOrderId: 'T1x1', status: 'NEW' }]);

  for (const signal of ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    const exit = ended(child);
    child.kill(signal);
    expect(await exit).toBe(signal === 'SIGKILL' ? null : 0);
    child = start();
    url = await addressOf(child);
    expect(await remembered()).toEqual(before);
  }
});

test('wrong settings end the start and are all told', async () => {
  const child = start({ VENUE_FEED: 'radio', VENUE_SPEED: 'fast' });
  let output = '';
  child.stderr?.on('data', (data) => {
    output += String(data);
  });
  expect(await ended(child)).toBe(1);
  expect(output).toMatch(/VENUE_FEED must be .*'radio'/);
  expect(output).toMatch(/VENUE_SPEED must be .*'fast'/);
});
