import { Blob } from 'node:buffer';
import { constants, deflateRawSync } from 'node:zlib';
import { closePages, idOf, refusal } from '@tenbin/app-kit/testing';
import { packCandles } from '@tenbin/backtest';
import { getCandles, getMinimumOrderWidth, getOwnOrganization, getSuggestedBalanceByBody } from '@tenbin/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { BacktestSession } from '../../backtest/backtest-session.ts';
import type { Question } from '../../backtest/worker-messages.ts';
import { organization } from '../../testing/fixtures.ts';
import { openConsole, type serverWith } from '../../testing/open-console.ts';
import { firstStep, setupServer, widthRange } from '../../testing/setup-server.ts';
import { setup } from '../../words/en/setup.ts';

afterEach(closePages);
afterEach(() => vi.unstubAllGlobals());

/** jsdom has no workers: the same session answers in this process. */
class WorkerHere extends EventTarget {
  #session: BacktestSession | null = null;

  postMessage(question: Question): void {
    void this.#answer(question).then((data) => data && this.dispatchEvent(new MessageEvent('message', { data })));
  }

  async #answer(question: Question) {
    if (question.kind === 'open') {
      this.#session = await BacktestSession.open(question.series, question.pairs);
      return { kind: 'opened', market: this.#session.market };
    }
    const session = this.#session;
    if (!session) return null;
    if (question.kind === 'run') return { kind: 'ran', trial: session.run(question.plan, question.width, question) };
    return { kind: 'swept', points: question.widths.map((width) => session.point(question.plan, width)), isWhole: true };
  }

  terminate(): void {
    this.#session = null;
  }
}

beforeAll(() => {
  Object.assign(globalThis, { Worker: WorkerHere });
});

const minuteMs = 60_000;
const minutes = 1500;
const opening: Readonly<Record<string, number>> = { 'BTC/USDT': 60_000, 'ETH/USDT': 3_000, 'ETH/BTC': 0.05 };
const names = Object.keys(opening);

/** A price that swings by 3 %, as often as the pair's place says. */
function blockOf(name: string): string {
  const price = (minute: number) => (opening[name] ?? 1) * (1 + 0.03 * Math.sin((minute * (names.indexOf(name) + 3)) / 200));
  const column = (value: (minute: number) => number) =>
    Float64Array.from({ length: minutes }, (_, minute) => Number(value(minute).toFixed(6)));
  const candles = {
    at: column((minute) => minute * minuteMs),
    open: column(price),
    high: column((minute) => Math.max(price(minute), price(minute + 1))),
    low: column((minute) => Math.min(price(minute), price(minute + 1))),
    close: column((minute) => price(minute + 1)),
    volume: column(() => 1),
  };
  return deflateRawSync(packCandles(candles), { finishFlush: constants.Z_SYNC_FLUSH }).toString('base64');
}

function withCandles(server: ReturnType<typeof serverWith>) {
  // The one of jsdom cannot be read as a stream.
  vi.stubGlobal('Blob', Blob);
  server.answer(getCandles, ({ query }) => ({
    exchange: { _id: idOf(50), name: 'Virtual' },
    pair: query.pair ?? '',
    interval: '1m' as const,
    intervalMs: minuteMs,
    from: new Date(0).toISOString(),
    to: new Date(minutes * minuteMs).toISOString(),
    days: [{ day: '1970-01-01', count: minutes, isOpen: false, block: blockOf(query.pair ?? '') }],
    missing: 0,
  }));
}

async function thirdStep(server: ReturnType<typeof serverWith>) {
  await openConsole(server, '/bots/new');
  const user = await firstStep();
  await screen.findByText('Connected');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.click(await screen.findByRole('radio', { name: 'BTC, USDT, ETH' }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  return { user, width: await screen.findByRole('textbox', { name: 'Order width' }) };
}

test('the slider tells widths in percent, and shows its range and where nothing is earned', async () => {
  const { width } = await thirdStep(setupServer());
  await waitFor(() => expect(width).toHaveProperty('value', '0.45'));
  expect(screen.getByText('Order width', { selector: 'label' }).getAttribute('data-shrink')).toBe('true');
  expect(screen.getByText(setup.firstFrombreakEven)).toBeTruthy();
  const slider = screen.getByRole('slider', { name: 'Order width' });
  expect(['min', 'max', 'now', 'text'].map((part) => slider.getAttribute(`aria-value${part}`))).toEqual(['0.2', '20', '0.45', '0.45%']);
  expect(screen.getByText('0.2%', { selector: '.MuiSlider-markLabel span' }).textContent).toBe('0.2%break-even');
  expect(screen.getByText('0.4%', { selector: '.MuiSlider-markLabel span' }).textContent).toBe('0.4%minimum');
});

test('a width whose profit the fees take is warned of, with the width from which on it earns', async () => {
  const { user, width } = await thirdStep(setupServer());
  await waitFor(() => expect(width).toHaveProperty('value', '0.45'));
  for (const [typed, says] of [
    ['0.15', 'At a width of 0.15% every trade costs more in fees than it earns. It earns above 0.2%.'],
    ['0.3', /^Each trade earns at a width of 0\.3%\..*only above 0\.4%\.$/],
  ] as const) {
    await user.clear(width);
    await user.type(width, typed);
    expect(await screen.findByText(says)).toBeTruthy();
  }
});

test('it begins with the width that past prices recommend', async () => {
  const server = setupServer();
  withCandles(server);
  const { width } = await thirdStep(server);
  const sentence = await screen.findByText(/^Widths from/);
  const [, best] = / at ([\d.]+)%/.exec(sentence.textContent ?? '') ?? [];
  expect(best).toBeDefined();
  await waitFor(() => expect(width).toHaveProperty('value', best));
  expect(screen.getByText(setup.firstFrombacktest)).toBeTruthy();
});

test('a width of somebody’s own stays, whatever past prices recommend', async () => {
  const server = setupServer();
  server.answer(getCandles, () => refusal(400, 'invalidInput'));
  const { user, width } = await thirdStep(server);
  await waitFor(() => expect(width).toHaveProperty('value', '0.45'));
  await user.clear(width);
  await user.type(width, '3');
  expect(screen.queryByText(setup.firstFrombreakEven)).toBeNull();
  const again = await screen.findByRole('button', { name: 'Try again' });
  withCandles(server);
  await user.click(again);
  await screen.findByText(/^Widths from/);
  expect(width).toHaveProperty('value', '3');
});

test('a width that was typed before the first one is known stays', async () => {
  const server = setupServer();
  const known = Promise.withResolvers<void>();
  server.answer(getMinimumOrderWidth, async () => {
    await known.promise;
    return Response.json(widthRange);
  });
  const { user, width } = await thirdStep(server);
  await user.type(width, '3');
  known.resolve();
  withCandles(server);
  await screen.findByText(/^Widths from/);
  expect(width).toHaveProperty('value', '3');
});

test('from the first sign of a reward on the width is somebody’s own', async () => {
  const server = setupServer();
  const { user, width } = await thirdStep(server);
  await waitFor(() => expect(width).toHaveProperty('value', '0.45'));
  const reward = screen.getByRole('textbox', { name: setup.reward });
  await user.clear(reward);
  expect(screen.queryByText(setup.firstFrombreakEven)).toBeNull();
  expect(width).toHaveProperty('value', '0.45');
});

describe('defaultOrderWidth', () => {
  test('on: the organization’s width goes before what past prices recommend', async () => {
    const server = setupServer();
    withCandles(server);
    server.answer(getOwnOrganization, { ...organization, defaultOrderWidth: 3.5 });
    const { width } = await thirdStep(server);
    await screen.findByText(/^Widths from/);
    expect(width).toHaveProperty('value', '3.5');
    expect(screen.getByText(setup.firstFromorganization)).toBeTruthy();
  });

  test('off: set-up begins with the recommended width', async () => {
    const server = setupServer();
    withCandles(server);
    server.answer(getOwnOrganization, { ...organization, defaultOrderWidth: null });
    const { width } = await thirdStep(server);
    const sentence = await screen.findByText(/^Widths from/);
    const [, best] = / at ([\d.]+)%/.exec(sentence.textContent ?? '') ?? [];
    await waitFor(() => expect(width).toHaveProperty('value', best));
  });
});

test('while the balances are awaited or cannot be had, the simulation says so and can be tried again', async () => {
  const server = setupServer();
  let isBroken = true;
  server.answer(getSuggestedBalanceByBody, () => (isBroken ? refusal(502, 'exchangeUnavailable') : []));
  const { user } = await thirdStep(server);
  const part = within(await screen.findByRole('region', { name: 'Simulate this order width on past prices' }));
  const again = await part.findByRole('button', { name: 'Try again' });
  isBroken = false;
  await user.click(again);
  await waitFor(() => expect(part.queryByRole('button', { name: 'Try again' })).toBeNull());
});
