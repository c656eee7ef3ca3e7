import { keyOf } from '@tenbin/app-kit';
import { closePages, idOf } from '@tenbin/app-kit/testing';
import { type Bot, getOrderTruth, listBots, type OrderTruth, stopBot } from '@tenbin/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { bot } from '../../testing/fixtures.ts';
import { openConsole, serverWith } from '../../testing/open-console.ts';

afterEach(closePages);

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const running = bot(1, { active: true, state: 'running', openOrderCount: 6, expectedOrderCount: 6 });
const path = `/bots/${running._id}`;

/** A stop, as the list of bots tells it. */
const stoppedByOthers: readonly Bot[] = [
  running,
  {
    ...running,
    active: false,
    state: 'stopping',
    expectedOrderCount: 0,
    stopping: { forcibleAt: '2100-01-01T00:00:00.000Z', forcedAt: null },
  },
  {
    ...running,
    active: false,
    state: 'stopped',
    openOrderCount: 0,
    expectedOrderCount: 0,
    stopReceipt: { askedAt: at(10), cancelled: ['a', 'b'], filledMeanwhile: [], confirmedAt: at(20), forced: null },
  },
];

const slots: OrderTruth['slots'] = running.pairs.flatMap((pair) =>
  (['buy', 'sell'] as const).map((side) => {
    const terms = { price: '60000', amount: '0.001' };
    const order = { exchangeOrderId: `${pair}${side}`, clientOrderId: `${pair}${side}`, pair, side, filled: '0', ...terms };
    const known = { ...order, state: 'open' as const, createdAt: at(0) };
    return { pair, side, level: 0, verdict: 'matched', because: null, wanted: terms, known: [known], reported: [order] };
  }),
);
const asked = (askedAt: string, open: OrderTruth['slots']): OrderTruth => ({
  at: askedAt,
  exchange: { askedAt, isCurrent: true, fault: null },
  wantedKnown: true,
  slots: open,
  external: [],
});

/** The same stop, as the exchange is asked about it. */
const seen: readonly OrderTruth[] = [
  asked(at(5), slots),
  asked(
    at(15),
    slots.map((slot) => ({ ...slot, wanted: null, verdict: 'unknown', because: 'justChanged' })),
  ),
  asked(at(25), []),
];

/** Every order in which the two can come: each step is one of them going on. */
function waysThrough(bots: number, orders: number): readonly (readonly ('bots' | 'orders')[])[] {
  if (bots === 0 && orders === 0) return [[]];
  return [
    ...(bots > 0 ? waysThrough(bots - 1, orders).map((rest) => ['bots', ...rest] as const) : []),
    ...(orders > 0 ? waysThrough(bots, orders - 1).map((rest) => ['orders', ...rest] as const) : []),
  ];
}

interface Parts {
  readonly header: string;
  readonly orders: string;
  readonly matched: number;
  readonly hasReceipt: boolean;
}

const words = ['Running', 'Stopping', 'Stopped'];

function partsNow(): Parts {
  const main = document.querySelector('main') ?? document.body;
  const header = [...main.querySelectorAll('span')].map(({ textContent }) => textContent ?? '').find((one) => words.includes(one)) ?? '';
  const panel = [...main.querySelectorAll('section')].find((one) => one.querySelector('h2')?.textContent === 'Orders');
  return {
    header,
    orders: panel?.querySelector('h2 + span')?.textContent ?? '',
    matched: [...(panel?.querySelectorAll('tbody tr') ?? [])].filter(({ textContent }) => textContent?.includes('Matched')).length,
    hasReceipt: main.textContent?.includes('Stop receipt') ?? false,
  };
}

/** What no two parts of a page may say at once. */
function contradictionOf({ header, orders, matched, hasReceipt }: Parts): string | null {
  if (header !== 'Running' && (matched > 0 || orders.includes('matched'))) return `${header}, and orders that match: ${orders}`;
  if (hasReceipt !== (header === 'Stopped')) return `${header}, ${hasReceipt ? 'with' : 'without'} a receipt`;
  if (header === 'Stopped' && orders !== 'There are no orders.') return `stopped, and ${orders}`;
  if (header === 'Running' && !/matched|being checked/.test(orders)) return `running, and ${orders}`;
  return null;
}

test.each(waysThrough(2, 2).map((way) => [way.join(', '), way] as const))(
  'header, orders and receipt agree at every change: %s',
  async (_, way) => {
    const server = serverWith([]);
    const now = { bots: 0, orders: 0 };
    server.answer(listBots, () => [stoppedByOthers[now.bots] ?? running]);
    server.answer(getOrderTruth, () => seen[now.orders] ?? asked(at(0), []));
    const { queries } = await openConsole(server, path);
    await screen.findByText(/^6 of 6 matched/);
    await userEvent.click(screen.getByRole('button', { name: 'Orders' }));
    const found = new Set<string>();
    const look = () => {
      const contradiction = contradictionOf(partsNow());
      if (contradiction) found.add(contradiction);
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    for (const step of way) {
      now[step] += 1;
      const queryKey = step === 'bots' ? keyOf(listBots) : keyOf(getOrderTruth, idOf(101));
      await act(() => queries.invalidateQueries({ queryKey }));
      look();
    }
    await waitFor(() => expect(partsNow()).toEqual({ header: 'Stopped', orders: 'There are no orders.', matched: 0, hasReceipt: true }));
    observer.disconnect();
    expect([...found]).toEqual([]);
  },
);

test('from the click on, no part says that orders match, and the message says what was asked', async () => {
  const server = serverWith([running]);
  server.answer(getOrderTruth, seen[0] ?? asked(at(0), []));
  let answer: (() => void) | undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.answer(stopBot, async () => {
    await answered;
    server.answer(listBots, stoppedByOthers.slice(1, 2));
    return { success: true };
  });
  await openConsole(server, path);
  await screen.findByText(/^6 of 6 matched/);
  await userEvent.click(screen.getByRole('button', { name: 'Stop Tokyo-1' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stop' }));
  await screen.findByText('Orders being cancelled: 6');
  expect(contradictionOf(partsNow())).toBeNull();
  answer?.();
  expect(await screen.findByText('Stop of Tokyo-1 requested')).toBeTruthy();
  expect(contradictionOf(partsNow())).toBeNull();
});

test('an exchange that does not answer is told of without a click', async () => {
  const server = serverWith([running]);
  const silent = { askedAt: at(5), isCurrent: false, fault: { code: 'exchangeUnreachable', message: 'The exchange cannot be reached.' } };
  server.answer(getOrderTruth, { ...asked(at(5), slots), exchange: silent });
  await openConsole(server, path);
  expect(await screen.findByText(/The exchange cannot be reached\./)).toBeTruthy();
});

test('a stop that lasts offers its end by itself, once it may be forced', async () => {
  const forcibleAt = new Date(Date.now() + 1500).toISOString();
  const stopping: Bot = { ...running, active: false, state: 'stopping', expectedOrderCount: 0, stopping: { forcibleAt, forcedAt: null } };
  await openConsole(serverWith([stopping]), path);
  await screen.findByText('The stop is not confirmed yet');
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(forcibleAt));
});
