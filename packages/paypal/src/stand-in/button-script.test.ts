import { runInNewContext } from 'node:vm';
import { yen } from '@tenbin/billing';
import { systemRuntime } from '@tenbin/runtime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fetch } from '../bounded-fetch.ts';
import { PaypalClient } from '../client/paypal-client.ts';
import { PaypalStandIn } from './paypal-stand-in.ts';

const runtime = systemRuntime();
const fetch: Fetch = (input, init) => globalThis.fetch(input, init);
let standIn: PaypalStandIn;
let client: PaypalClient;
let planId: string;
beforeAll(async () => {
  standIn = await PaypalStandIn.start({ runtime, fetch });
  client = new PaypalClient({ place: standIn.place, credentials: standIn.addAccount(), fetch, runtime });
  const productId = await client.createProduct({ requestId: runtime.newId(), name: 'Bots' });
  const plan = { name: 'Standard', monthlyPrice: yen(5000), initialInstallationCost: yen(0) };
  planId = await client.createPlan({ requestId: runtime.newId(), productId, plan });
});
afterAll(() => standIn.close());

const checkout = async () => {
  const pages = { returnUrl: 'https://a.example/', cancelUrl: 'https://a.example/' };
  const texts = { customId: 'nonce', brandName: 'Tenbin', locale: 'ja-JP' } as const;
  return (await client.createSubscription({ requestId: runtime.newId(), planId, firstChargeAt: null, ...texts, ...pages })).id;
};

/** A page with the button, whose windows are kept instead of shown. */
async function pageWithButton() {
  const script = await (await fetch(standIn.place.script, {})).text();
  const opened: { location: string; closed: boolean }[] = [];
  const received: string[] = [];
  let made = '';
  let click: () => unknown = () => undefined;
  const element = { style: {}, addEventListener: (_: string, listener: () => unknown) => (click = listener) };
  const document = { createElement: () => element, querySelector: () => ({ append: () => undefined }) };
  const window = {
    open: () => {
      const popup = { location: '', closed: false, close: () => Object.assign(popup, { closed: true }) };
      opened.push(popup);
      return popup;
    },
  };
  const page = {
    window,
    document,
    fetch: globalThis.fetch,
    setInterval,
    clearInterval,
    host: {
      createSubscription: async () => (made ||= await checkout()),
      onApprove: ({ subscriptionID }: { subscriptionID: string }) => received.push(`approved ${subscriptionID}`),
      onCancel: () => received.push('cancelled'),
    },
  };
  runInNewContext(`${script}; window.paypal.Buttons(host).render('main');`, page);
  return { opened, received, made: () => made, click: () => click() };
}

test.each([
  ['agree', (id: string) => `approved ${id}`],
  ['decline', () => 'cancelled'],
] as const)('the button opens one window, and tells what its payer pressed: %s', async (answer, expected) => {
  const { opened, received, made, click } = await pageWithButton();
  click();
  click();
  await expect.poll(() => opened[0]?.location).toContain('/webapps/billing/subscriptions?ba_token=');
  expect(opened).toHaveLength(1);
  await standIn.act((books) => {
    const subscription = books.subscriptions.get(made());
    if (subscription) books[answer](subscription);
  });
  await expect.poll(() => received).toEqual([expected(made())]);
  expect(opened[0]?.closed).toBe(true);
});

test('who declined can press the button again for the same purchase, and agree then', async () => {
  const { opened, received, made, click } = await pageWithButton();
  const answer = (how: 'agree' | 'decline') =>
    standIn.act((books) => {
      const subscription = books.subscriptions.get(made());
      if (subscription) books[how](subscription);
    });
  click();
  await expect.poll(() => opened[0]?.location).toContain('ba_token=');
  await answer('decline');
  await expect.poll(() => received).toEqual(['cancelled']);
  click();
  await expect.poll(() => opened[1]?.location).toBe(opened[0]?.location);
  await answer('agree');
  await expect.poll(() => received).toEqual(['cancelled', `approved ${made()}`]);
});
