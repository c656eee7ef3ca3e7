import ThemeProvider from '@mui/system/ThemeProvider';
import type { Brand } from '@tenbin/brand';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import tenbin from '../../../../brands/tenbin/brand.json' with { type: 'json' };
import { makeTheme } from '../theme/make-theme.ts';
import { ui } from '../words/en.ts';
import { startWords } from '../words/start-words.ts';
import { WordsProvider } from '../words/words-provider.tsx';
import type { ChartCandle, ChartModel, ChartSeries } from './chart-model.ts';
import { TimeChart } from './time-chart.tsx';

afterEach(cleanup);

const start = new Date(2026, 0, 1).getTime();
const minute = 60_000;
const model: ChartModel = {
  digits: 1,
  series: [
    {
      kind: 'candles',
      name: 'BTC/USDT',
      candles: Array.from({ length: 60 }, (_, index) => ({
        at: start + index * minute,
        open: 100 + index,
        high: 102 + index,
        low: 99 + index,
        close: 101 + index,
      })),
    },
  ],
  levels: [{ value: 150, label: 'Buy', colour: '#0000ff' }],
  notes: { name: 'Fills', of: (at) => (at === start + 30 * minute ? '3 bought' : '') },
};

const kept = model.series[0] as Extract<ChartSeries, { kind: 'candles' }>;
const candlesOf = (count: number): ChartModel => ({
  ...model,
  series: [
    {
      ...kept,
      candles: Array.from({ length: count }, (_, index) => ({
        ...(kept.candles[index % kept.candles.length] as ChartCandle),
        at: start + index * minute,
      })),
    },
  ],
});

async function openChart(first = model) {
  localStorage.setItem('i18nextLng', 'en');
  const words = startWords(async () => ui);
  await words.ready;
  const page = (of: ChartModel) => (
    <WordsProvider words={words}>
      <ThemeProvider theme={makeTheme((tenbin as unknown as Brand).theme.light, { mode: 'light', gain: 'green' })}>
        <TimeChart model={of} sentence="BTC rose." />
      </ThemeProvider>
    </WordsProvider>
  );
  const { container, rerender } = render(page(first));
  const show = (next: ChartModel) => rerender(page(next));
  const chart = container.querySelector('svg');
  if (!chart) throw new Error('nothing is drawn');
  const labels = () => [...chart.querySelectorAll('text')].map(({ textContent }) => textContent);
  return { chart, labels, show };
}

test('the newer half is shown, then all of it again', async () => {
  const { labels } = await openChart();
  expect(labels()).toContain('00:15');
  await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
  expect(labels()).not.toContain('00:15');
  expect(labels()).toContain('00:45');
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(labels()).toContain('00:15');
});

test('the newest of a zoomed chart moves on with what comes, and what was dragged to stays', async () => {
  const { chart, labels, show } = await openChart();
  await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
  show(candlesOf(90));
  expect(labels()).toContain('01:15');
  expect(labels()).not.toContain('00:45');
  fireEvent.pointerDown(chart, { pointerId: 1, clientX: 10 });
  fireEvent.pointerMove(chart, { pointerId: 1, clientX: 2000 });
  fireEvent.pointerUp(chart, { pointerId: 1 });
  show(candlesOf(120));
  expect(labels()).toContain('00:15');
  expect(labels()).not.toContain('01:30');
});

test('a zoomed chart comes back to what there is, and to all of that where it is no more', async () => {
  const { labels, show } = await openChart(candlesOf(120));
  await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
  show(candlesOf(20));
  expect(labels()).toContain('00:05');
});

test('of no moments nothing is drawn, no frame and no level', async () => {
  const { show } = await openChart();
  show({ ...model, series: [{ ...kept, candles: [] }] });
  expect(document.querySelector('svg')).toBeNull();
  expect(screen.getByText('BTC rose.')).toBeTruthy();
});

test('of more orders than there is room for all lines stand, and the values nearest to the price', async () => {
  const levels = Array.from({ length: 40 }, (_, index) => ({ value: 130.5 + index, label: `Order ${index}`, colour: '#0000ff' }));
  const { chart, labels } = await openChart({ ...model, levels: [...levels, ...levels.slice(-1)] });
  expect(chart.querySelectorAll('path[stroke-dasharray="6 4"]')).toHaveLength(41);
  const orders = labels().filter((label) => label?.startsWith('Order'));
  expect(orders).toHaveLength(13);
  expect(orders).toContain('Order 29');
  expect(orders).not.toContain('Order 0');
});

test('the wheel zooms, and scrolls the page where all of it is seen', async () => {
  const { chart, labels } = await openChart();
  // What was prevented answers false.
  expect(fireEvent.wheel(chart, { deltaY: 300, clientX: 500 })).toBe(true);
  expect(fireEvent.wheel(chart, { deltaY: -800, clientX: 500 })).toBe(false);
  expect(labels()).not.toContain('00:15');
  expect(fireEvent.wheel(chart, { deltaY: 1600, clientX: 500 })).toBe(false);
  expect(labels()).toContain('00:15');
});

test('what is seen of a zoomed chart is dragged along', async () => {
  const { chart, labels } = await openChart();
  await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
  fireEvent.pointerDown(chart, { pointerId: 1, clientX: 10 });
  fireEvent.pointerMove(chart, { pointerId: 1, clientX: 2000 });
  fireEvent.pointerUp(chart, { pointerId: 1 });
  expect(labels()).toContain('00:15');
  expect(labels()).not.toContain('00:45');
});

test('two fingers that part zoom in between them', async () => {
  const { chart, labels } = await openChart();
  fireEvent.pointerDown(chart, { pointerId: 1, clientX: 200 });
  fireEvent.pointerDown(chart, { pointerId: 2, clientX: 250 });
  fireEvent.pointerMove(chart, { pointerId: 2, clientX: 400 });
  expect(labels()).not.toContain('00:45');
});

test('where somebody points stands what was then, and goes when they leave', async () => {
  const { chart } = await openChart();
  fireEvent.pointerMove(chart, { clientX: 5, clientY: 20 });
  expect(screen.getByText(/^2026-01-01 00:00:00/).textContent).toContain('Open 100.0 · High 102.0 · Low 99.0 · Close 101.0');
  fireEvent.pointerMove(chart, { clientX: 244, clientY: 20 });
  expect(screen.getByText(/^2026-01-01 00:30:00/).textContent).toContain('3 bought');
  fireEvent.pointerLeave(chart);
  expect(screen.queryByText(/^2026-01-01/)).toBeNull();
});

test('an order that waits has its name and its price on the axis, and so has the newest price', async () => {
  const { labels } = await openChart();
  expect(labels()).toEqual(expect.arrayContaining(['Buy', '150.0', '160.0']));
});

test('all of it is a table as well', async () => {
  await openChart();
  await userEvent.click(screen.getByRole('button', { name: 'Show as a table' }));
  expect(screen.getByRole('table', { name: 'BTC rose.' }).textContent).toContain('2026-01-01 00:30:00131.03 bought');
});
