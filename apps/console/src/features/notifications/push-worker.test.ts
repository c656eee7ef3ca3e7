/** What a browser does with a push while no page is open, by the script itself. */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const script = readFileSync(new URL('../../../public/push-worker.js', import.meta.url), 'utf8');
const origin = 'https://tenbin.example';

interface Shown {
  readonly title: string;
  readonly options: { readonly body: string; readonly tag: string; readonly data: { readonly url: string | null } };
}

/** The script, and what it shows and opens. */
function install() {
  const listeners = new Map<string, (event: unknown) => void>();
  const shown: Shown[] = [];
  const opened: string[] = [];
  const self = {
    addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
    registration: { showNotification: async (title: string, options: Shown['options']) => void shown.push({ title, options }) },
    clients: { openWindow: async (address: string) => void opened.push(address) },
    location: { origin },
  };
  runInNewContext(script, { self, URL });
  const waitUntil = () => undefined;
  return {
    shown,
    opened,
    push: (message: object) => listeners.get('push')?.({ data: { json: () => message }, waitUntil }),
    press: (url: string | null) =>
      listeners.get('notificationclick')?.({ notification: { close: () => undefined, data: { url } }, waitUntil }),
  };
}

test('a push is shown in its own words; the same one again takes its place', () => {
  const { push, shown } = install();
  const url = `${origin}/bots/1`;
  push({ title: 'Tokyo-1 stopped', body: 'The key was refused', url, tag: 'job-1' });
  expect(shown).toEqual([{ title: 'Tokyo-1 stopped', options: { body: 'The key was refused', tag: 'job-1', data: { url } } }]);
});

test.each([
  [`${origin}/bots/1?tab=orders`, '/bots/1?tab=orders'],
  ['https://elsewhere.example/plan', '/plan'],
  [null, '/'],
])('pressed with %s it opens %s of this site', (url, address) => {
  const { press, opened } = install();
  press(url);
  expect(opened).toEqual([address]);
});
