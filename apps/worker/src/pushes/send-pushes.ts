import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import {
  type Database,
  type Job,
  type Jobs,
  pushKeyIdentity,
  pushSubscriptionIdentity,
  type SealedPushKey,
  type SealedPushSubscription,
} from '@tenbin/db';
import { abortAfter, type Runtime } from '@tenbin/runtime';
import { isInternetUrl, publicLookup } from '@tenbin/settings';
import type { Log } from '@tenbin/telemetry';
import type { OpenSeal } from '../accounts/open-credentials.ts';
import { encryptPush } from './encrypt-push.ts';
import { pushProof } from './push-proof.ts';

export interface SendingPushes {
  readonly db: Pick<Database, 'forOrganization'>;
  readonly openSeal: OpenSeal;
  /** Where people reach the console. */
  readonly publicUrl: string;
  /** Then a push service may be on this machine. */
  readonly isTrial: boolean;
  readonly clock: { now(): Date } & Pick<Runtime, 'after'>;
  readonly log: Log;
}

const answerTimeoutMs = 10_000;
/** Of a browser that is switched off meanwhile. */
const keptSeconds = 86_400;

/**
 * Tells one browser. One that its push service does not know any more is told nothing again.
 *
 * @throws where it is to be tried again
 */
export async function sendPush(
  { id, data: { organizationId, subscriptionId, message } }: Pick<Job<'push'>, 'id' | 'data'>,
  { db, openSeal, publicUrl, isTrial, clock, log }: SendingPushes,
): Promise<void> {
  const { pushes } = db.forOrganization(organizationId);
  const [browser, key] = await Promise.all([pushes.find(subscriptionId), pushes.findKey()]);
  if (!browser || !key) return;
  const { endpoint, ...reader } = JSON.parse(
    openSeal(browser.sealed, pushSubscriptionIdentity(organizationId, browser.id)),
  ) as Partial<SealedPushSubscription> & Pick<SealedPushSubscription, 'p256dh' | 'auth'>;
  if (endpoint === undefined || !(isTrial || isInternetUrl(endpoint))) {
    // Its secrets were lost with their master key, or it leads to where nothing is sent.
    await pushes.remove(browser.userId, browser.id);
    return log.warn({ subscriptionId, status: 0 }, 'push.refused');
  }
  const { secret } = JSON.parse(openSeal(key.sealed, pushKeyIdentity(organizationId, key.id))) as SealedPushKey;
  // A service shows what has one name once: what is sent again takes the place of the first.
  const body = encryptPush(JSON.stringify({ ...message, tag: id }), reader);
  const subject = publicUrl.startsWith('https:') ? publicUrl : 'mailto:push@tenbin.example';
  const authorization = pushProof(endpoint, { secret, subject, at: clock.now() });
  const status = await post(endpoint, { body, authorization, isTrial, clock });
  if (status >= 200 && status < 300) return log.info({ subscriptionId }, 'push.sent');
  if (status === 404 || status === 410) {
    await pushes.remove(browser.userId, browser.id);
    return log.info({ subscriptionId, status }, 'push.browser_gone');
  }
  if (status === 429 || status >= 500) throw new Error(`The push service answered ${status}`);
  log.warn({ subscriptionId, status }, 'push.refused');
}

interface Posting extends Pick<SendingPushes, 'isTrial' | 'clock'> {
  readonly body: Buffer;
  readonly authorization: string;
}

/** @returns the status that the push service answered with; a redirect is no answer */
async function post(endpoint: string, { body, authorization, isTrial, clock }: Posting): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const headers = {
    authorization,
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    'content-length': body.length,
    ttl: keptSeconds,
    urgency: 'high',
  };
  const signal = abortAfter(clock, answerTimeoutMs);
  const options = { method: 'POST', headers, signal, agent: false, ...(isTrial ? {} : { lookup: publicLookup }) } as const;
  const sent = (endpoint.startsWith('https:') ? requestTls : requestPlain)(endpoint, options, (response) => {
    resolve(response.statusCode ?? 0);
    // Its status is all that counts.
    response.destroy();
  });
  sent.once('error', reject);
  sent.end(body);
  return promise;
}

/** Sends what waits, and what is put into the queue from now on. @returns finishes what is in hand */
export const sendPushes = (jobs: Jobs, given: SendingPushes): Promise<() => Promise<void>> =>
  jobs.work('push', (job) => sendPush(job, given));
