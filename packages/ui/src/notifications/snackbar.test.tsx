import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ui } from '../words/en.ts';
import { startWords } from '../words/start-words.ts';
import { WordsProvider } from '../words/words-provider.tsx';
import type { NotificationType } from './notifications.ts';
import { NotificationsProvider, useToast } from './notifications-provider.tsx';

function Page({ kind }: { kind: NotificationType }) {
  const toast = useToast();
  return (
    <button type="button" onClick={() => toast(kind, 'It is done')}>
      Do it
    </button>
  );
}

async function openToast(kind: NotificationType = 'success') {
  localStorage.setItem('i18nextLng', 'en');
  const words = startWords(async () => ui);
  await words.ready;
  render(
    <WordsProvider words={words}>
      <NotificationsProvider>
        <Page kind={kind} />
      </NotificationsProvider>
    </WordsProvider>,
  );
  vi.useFakeTimers();
  const button = screen.getByRole('button', { name: 'Do it' });
  button.focus();
  fireEvent.click(button);
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const shown = () => screen.queryByText('It is done');

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

test('a message is there for three seconds', async () => {
  await openToast();
  await pass(2999);
  expect(shown()).toBeTruthy();
  await pass(1);
  expect(shown()).toBeNull();
});

test('a message that is told again is there for three seconds from then on', async () => {
  await openToast();
  await pass(2999);
  fireEvent.click(screen.getByRole('button', { name: 'Do it' }));
  await pass(2999);
  expect(shown()).toBeTruthy();
  await pass(1);
  expect(shown()).toBeNull();
});

test('it is announced politely, a failure too', async () => {
  await openToast('error');
  expect(screen.getByRole('status').textContent).toBe('It is done');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('it stays while somebody points at it', async () => {
  await openToast();
  fireEvent.mouseEnter(shown() as HTMLElement);
  fireEvent.mouseOver(shown() as HTMLElement);
  await pass(60_000);
  expect(shown()).toBeTruthy();
  fireEvent.mouseOut(shown() as HTMLElement);
  await pass(3000);
  expect(shown()).toBeNull();
});

test('a key leads to it and holds it, another closes it, and the focus is where it was', async () => {
  await openToast();
  fireEvent.keyDown(document.body, { key: 'F8' });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: ui.close }));
  await pass(60_000);
  expect(shown()).toBeTruthy();
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
  await pass(0);
  expect(shown()).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Do it' }));
});
