import { yen } from '@tenbin/billing';
import { type Runtime, systemRuntime, type TimerOptions } from '@tenbin/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Fetch } from './bounded-fetch.ts';
import { PaypalClient } from './client/paypal-client.ts';
import { describePaypal, describePaypalMonths, type MovableStage } from './conformance/paypal-conformance.ts';
import { PaypalError } from './paypal-error.ts';
import { PaypalStandIn } from './stand-in/paypal-stand-in.ts';

const runtime = systemRuntime();
const fetch: Fetch = (input, init) => globalThis.fetch(input, init);
/** Pauses are over at once; time-outs are not. */
const quick: Runtime = Object.assign(Object.create(runtime), {
  after: (ms: number, wake: () => void, options?: TimerOptions) => runtime.after(ms < 15_000 ? 1 : ms, wake, options),
});
const dayMs = 86_400_000;
let standIn: PaypalStandIn;
beforeAll(async () => {
  standIn = await PaypalStandIn.start({ runtime, fetch });
});
afterAll(() => standIn.close());
beforeEach(() => standIn.misbehaviour.behave());

async function answer(approveUrl: string, given: 'agree' | 'decline'): Promise<URL> {
  const page = await (await fetch(approveUrl, {})).text();
  expect(page).toContain('Agree');
  const token = /name="ba_token" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const body = new URLSearchParams({ ba_token: token, answer: given });
  const response = await fetch(approveUrl, { method: 'POST', body, redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '');
}

async function stageOf(): Promise<MovableStage> {
  const credentials = standIn.addAccount();
  const clientFor = (given: { clientId: string; secret: string }) =>
    new PaypalClient({ place: standIn.place, credentials: given, fetch, runtime });
  return {
    client: clientFor(credentials),
    stranger: clientFor({ ...credentials, secret: 'wrong' }),
    other: clientFor(standIn.addAccount()),
    now: () => standIn.now(),
    requestId: () => runtime.newId(),
    answer,
    advanceDays: (days) => standIn.advance(days * dayMs),
    setPays: (id, pays) =>
      standIn.act((books) => {
        const subscription = books.subscriptions.get(id);
        if (subscription) subscription.pays = pays;
      }),
  };
}

describePaypal('PayPal, as the client relies on it', stageOf);
describePaypalMonths('a subscription, as months pass', stageOf);

test('a stand-in that begins with another’s state goes on where that one was', async () => {
  const first = await PaypalStandIn.start({ runtime, fetch });
  const credentials = first.addAccount();
  const reach = { credentials, fetch, runtime };
  const before = new PaypalClient({ ...reach, place: first.place });
  const productId = await before.createProduct({ requestId: 'kept-product', name: 'Bots' });
  const plan = { name: 'Standard', monthlyPrice: yen(5000), initialInstallationCost: yen(0) };
  const planId = await before.createPlan({ requestId: 'kept-plan', productId, plan });
  const pages = { returnUrl: 'https://a.example', cancelUrl: 'https://a.example' };
  const texts = { customId: 'n', brandName: 'n', locale: 'ja-JP', firstChargeAt: null } as const;
  const { id, approveUrl } = await before.createSubscription({ requestId: 'kept', planId, ...texts, ...pages });
  await answer(approveUrl, 'agree');
  const seen = await before.fetchSubscription(id);
  const { state } = first;
  await first.close();
  const second = await PaypalStandIn.start({ runtime, fetch, state });
  expect(await new PaypalClient({ ...reach, place: second.place }).fetchSubscription(id)).toEqual(seen);
  await second.close();
});

describe('the client', () => {
  const credentials = { clientId: 'the-client-id', secret: 'the-secret' };
  const client = (given: Partial<ConstructorParameters<typeof PaypalClient>[0]> = {}) =>
    new PaypalClient({ place: standIn.place, credentials, fetch, runtime: quick, ...given });
  beforeAll(() => {
    standIn.addAccount(credentials);
  });
  const product = { requestId: 'product-1', name: 'Bots' };

  test('asks for one token, however many calls there are', async () => {
    let tokens = 0;
    const counting: Fetch = (input, init) => {
      if (input.endsWith('/token')) tokens += 1;
      return fetch(input, init);
    };
    const counted = client({ fetch: counting });
    await Promise.all([counted.createProduct(product), counted.createProduct(product), counted.checkCredentials()]);
    expect(tokens).toBe(1);
  });

  test('asks for another token where PayPal takes the old one no more', async () => {
    const refused = new Set<string>();
    const forgetful: Fetch = (input, init) => {
      const token = (init.headers as Record<string, string>).authorization ?? '';
      if (input.endsWith('/token') || refused.size > 0) return fetch(input, init);
      refused.add(token);
      return Promise.resolve(new Response('{}', { status: 401 }));
    };
    expect(await client({ fetch: forgetful }).createProduct(product)).toMatch(/^PROD-/);
  });

  test.each(['serverError', 'tooManyRequests', 'lostAnswer'] as const)('repeats what may be repeated: %s', async (fault) => {
    const patient = client();
    await patient.checkCredentials();
    standIn.misbehaviour.next(fault);
    const request = { ...product, requestId: `again-${fault}` };
    const id = await patient.createProduct(request);
    expect(await patient.createProduct(request)).toBe(id);
  });

  test('does not repeat what may have been done: nobody knows, and cancelling asks', async () => {
    const { client: own, requestId } = await stageOf();
    const productId = await own.createProduct({ requestId: requestId(), name: 'Bots' });
    const plan = { name: 'Standard', monthlyPrice: 5000, initialInstallationCost: 0 } as never;
    const planId = await own.createPlan({ requestId: requestId(), productId, plan });
    const given = {
      customId: 'n',
      brandName: 'n',
      locale: 'ja-JP',
      returnUrl: 'https://a.example',
      cancelUrl: 'https://a.example',
      firstChargeAt: null,
    } as const;
    const { id, approveUrl } = await own.createSubscription({ requestId: requestId(), planId, ...given });
    await answer(approveUrl, 'agree');
    standIn.misbehaviour.next('lostAnswer');
    await expect(own.suspend(id, { reason: 'x' })).rejects.toMatchObject({ kind: 'unknown', status: 503 });
    standIn.misbehaviour.next('lostAnswer');
    await own.cancel(id, { reason: 'x' });
    expect(await own.fetchSubscription(id)).toMatchObject({ status: 'cancelled' });
  });

  test('what is refused after a try without an answer is unknown: that try may have been done', async () => {
    let tries = 0;
    const doneAndLost: Fetch = (input, init) => {
      if (input.endsWith('/token')) return fetch(input, init);
      tries += 1;
      const refusal = { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'ZERO_OUTSTANDING_BALANCE' }] };
      return tries === 1 ? Promise.reject(new Error('no answer')) : Promise.resolve(Response.json(refusal, { status: 422 }));
    };
    const capture = client({ fetch: doneAndLost }).capture('I-1', { requestId: 'capture-1', amount: 5000 as never, note: 'x' });
    await expect(capture).rejects.toMatchObject({ kind: 'unknown', status: 422, issues: ['ZERO_OUTSTANDING_BALANCE'] });
    expect(tries).toBe(2);
  });

  test('a token that could not be had sent nothing: what is refused then is refused', async () => {
    let tokens = 0;
    const late: Fetch = (input, init) => {
      if (!input.endsWith('/token')) return Promise.resolve(Response.json({}, { status: 422 }));
      tokens += 1;
      return tokens === 1 ? Promise.reject(new Error('no answer')) : fetch(input, init);
    };
    await expect(client({ fetch: late }).createProduct(product)).rejects.toMatchObject({ kind: 'rejected' });
  });

  test('credentials are checked as PayPal takes them now, not as it did', async () => {
    const changed = { clientId: 'changing', secret: 'first' };
    standIn.addAccount(changed);
    const own = client({ credentials: changed });
    await own.checkCredentials();
    standIn.addAccount({ ...changed, secret: 'second' });
    await expect(own.checkCredentials()).rejects.toMatchObject({ kind: 'rejected', status: 401 });
  });

  test('waits only so long', async () => {
    const hasty = client({
      timeoutMs: 20,
      fetch: (_, init) => new Promise((_resolve, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    });
    await expect(hasty.checkCredentials()).rejects.toMatchObject({ kind: 'transient', status: null });
  });

  test('reads only so much', async () => {
    let pulled = 0;
    const endless: Fetch = () =>
      Promise.resolve(
        new Response(
          new ReadableStream({
            pull(controller) {
              pulled += 1;
              controller.enqueue(new Uint8Array(100_000));
            },
          }),
        ),
      );
    await expect(client({ fetch: endless }).checkCredentials()).rejects.toMatchObject({ kind: 'transient' });
    expect(pulled).toBeLessThan(100);
  });

  test.each(['not json', '{}', '{"access_token":1}', '{"id":"x"}'])('an answer that is none is unknown, not a crash: %s', async (text) => {
    const odd: Fetch = () => Promise.resolve(new Response(text));
    await expect(client({ fetch: odd }).checkCredentials()).rejects.toBeInstanceOf(PaypalError);
  });

  test('follows nobody to another place', async () => {
    const asked: string[] = [];
    const leading: Fetch = (input, init) => {
      asked.push(input);
      expect(init.redirect).toBe('manual');
      return Promise.resolve(new Response(null, { status: 302, headers: { location: 'https://elsewhere.example' } }));
    };
    await expect(client({ fetch: leading }).checkCredentials()).rejects.toMatchObject({ kind: 'rejected', status: 302 });
    expect(asked).toEqual([`${standIn.url}/v1/oauth2/token`]);
  });

  test('no error says a secret or a token', async () => {
    const errors = await Promise.all([
      client({ credentials: { ...credentials, secret: 'hunter2-wrong' } })
        .checkCredentials()
        .catch((error: unknown) => error),
      client()
        .fetchSubscription('I-NONE')
        .catch((error: unknown) => error),
      client({ fetch: () => Promise.reject(new Error('no network')), timeoutMs: 10 })
        .checkCredentials()
        .catch((error: unknown) => error),
    ]);
    for (const error of errors) {
      const shown = [String(error), (error as Error).stack, JSON.stringify(error), String((error as Error).cause)].join('\n');
      expect(error).toBeInstanceOf(PaypalError);
      expect(shown).not.toMatch(/hunter2|the-secret|the-client-id|Bearer|Basic|A21/);
    }
  });
});
