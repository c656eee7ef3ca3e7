/**
 * `npm run bench:slider`: how long it takes in Chromium from a move of the backtest's width slider to the repainted
 * curve and its figures, on a month of minutes of three pairs, on the built console of a running product. Exit code 1
 * where the promise is not kept.
 */
import { existsSync, readFileSync } from 'node:fs';
import { constants, deflateRawSync, gunzipSync } from 'node:zlib';
import { chromium, type Page } from '@playwright/test';
import { type CandleColumns, packCandles, parseCandles } from '@tenbin/backtest';
import config from '../../../playwright.config.ts';
import { accountOf, startProduct, withDataFolder } from '../../product.ts';

const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
const folder = new URL('../../../../shared/data/candles/a-2021-crash-1m/', import.meta.url);
const dayMs = 86_400_000;
const promisedMs = 50;
const warmUps = 20;
const moves = 120;
/** As fast as a hand that drags. */
const pauseMs = 60;

/** A month of the pair, put among the days that the page asks for. */
function monthOf(pair: string): CandleColumns | null {
  const file = new URL(`${pair.replace('/', '-')}-1m.csv.gz`, folder);
  return existsSync(file) ? parseCandles(gunzipSync(readFileSync(file)), { pair }) : null;
}

/** What `GET /api/candles` would answer. */
function replyOf(month: CandleColumns): object {
  const { at, open, high, low, close, volume } = month;
  const byDay = Map.groupBy(at.keys(), (row) => Math.floor((at[row] ?? 0) / dayMs));
  const days = [...byDay].map(([day, rows]) => {
    const [first = 0] = rows;
    const cut = (column: Float64Array) => column.subarray(first, first + rows.length);
    const bytes = packCandles({ at: cut(at), open: cut(open), high: cut(high), low: cut(low), close: cut(close), volume: cut(volume) });
    const block = deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString('base64');
    return { day: new Date(day * dayMs).toISOString().slice(0, 10), count: rows.length, isOpen: false, block };
  });
  const iso = (time: number | undefined) => new Date(time ?? 0).toISOString();
  return {
    exchange: { _id: '00000000-0000-7000-8000-000000000000', name: 'past' },
    pair: month.pair,
    interval: '1m',
    intervalMs: 60_000,
    from: iso(at[0]),
    to: iso((at.at(-1) ?? 0) + 60_000),
    days,
    missing: 0,
  };
}

/** What the page keeps for the measuring: when its chart was last drawn. */
interface Watched {
  lastDrawnAt: number;
}

/** Runs in the page before its own scripts. */
function watchDrawing(): void {
  const watched: Watched = { lastDrawnAt: 0 };
  Object.assign(globalThis, { watched });
  const observer = new MutationObserver((changes) => {
    if (changes.some(({ target }) => target instanceof Element && target.closest('figure'))) watched.lastDrawnAt = performance.now();
  });
  observer.observe(document, { subtree: true, attributes: true, attributeFilter: ['d'] });
}

/**
 * Runs in the page: one step of the slider by its key.
 *
 * @returns milliseconds from the key to the frame in which the new width's figures and its curve are on the screen
 */
async function moveOnce(key: string): Promise<number> {
  const { watched } = globalThis as unknown as { watched: Watched };
  const slider = document.querySelector<HTMLElement>('input[type=range]');
  const shown = () => document.querySelector<HTMLElement>('dl[data-width]')?.dataset.width;
  const before = shown();
  const from = performance.now();
  slider?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  // A task behind a frame: what was drawn in it is on the screen.
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  while (shown() === before || watched.lastDrawnAt < from) {
    await frame();
    if (performance.now() - from > 10_000) throw new Error(`the width stayed ${before}`);
  }
  return performance.now() - from;
}

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
const at = (values: readonly number[], share: number): number => sorted(values)[Math.ceil(share * values.length) - 1] ?? Number.NaN;

async function openBacktest(
  page: Page,
  product: { url: string },
  account: { email: string; password: string; address: string },
): Promise<void> {
  await page.goto(`${account.address}&lng=en`);
  await page.getByLabel('E-mail address').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  await page.goto(`${product.url}/backtest?lng=en`);
  await page.getByText(/^Widths from|^Counted cautiously/).waitFor({ timeout: 60_000 });
}

async function measure(months: ReadonlyMap<string, CandleColumns>): Promise<{ readonly ms: number[]; readonly moments: string }> {
  return withDataFolder(async (data) => {
    const product = await startProduct(data);
    const browser = await chromium.launch(config.use?.launchOptions ?? {});
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en-US' });
      await page.addInitScript(watchDrawing);
      await page.route('**/api/candles?*', (route) => {
        const month = months.get(new URL(route.request().url()).searchParams.get('pair') ?? '');
        return month ? route.fulfill({ json: replyOf(month) }) : route.continue();
      });
      await openBacktest(page, product, accountOf(product, 'tenbin'));
      const moments = /: ([\d,]+) candles/.exec(await page.getByText('Computed on').innerText())?.[1] ?? '';
      const ms: number[] = [];
      for (let move = 0; move < warmUps + moves; move++) {
        // There and back over the widths that people look at, 40 steps to a side.
        const spent = await page.evaluate(moveOnce, Math.floor(move / 40) % 2 === 0 ? 'ArrowRight' : 'ArrowLeft');
        if (move >= warmUps) ms.push(spent);
        await page.waitForTimeout(pauseMs);
      }
      return { ms, moments };
    } finally {
      await browser.close();
      await product.stop('SIGINT');
    }
  });
}

const months = new Map(pairs.map((pair) => [pair, monthOf(pair)]).filter((entry): entry is [string, CandleColumns] => entry[1] !== null));
if (months.size < pairs.length) console.log('slider: skipped, ../shared/data/candles is not here');
else {
  const { ms, moments } = await measure(months);
  const [median, p95, worst] = [at(ms, 0.5), at(ms, 0.95), at(ms, 1)].map((value) => value.toFixed(1));
  console.log(`from slider to repainted curve, ${moments} joint minutes of ${pairs.join(', ')}, ${ms.length} moves`);
  console.log(`median ${median} ms, p95 ${p95} ms (promised: under ${promisedMs} ms), worst ${worst} ms`);
  if (!(at(ms, 0.95) < promisedMs)) process.exitCode = 1;
}
