import { createHmac } from 'node:crypto';
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { abortAfter, pause } from '@tenbin/runtime';
import { isInternetUrl, publicLookup } from '@tenbin/settings';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../route/refusal.ts';
import type { Partner } from './partner-settings.ts';

const answerTimeoutMs = 5_000;
/** Before each try after the first. */
const pausesMs = [500, 2_000] as const;

interface Linked {
  readonly organization: string;
  readonly userId: string;
  readonly email: string;
}

/**
 * Tells an organization's partner of somebody who has proven their address, so that it links their account there. Nothing
 * happens where there is no partner. The same user may be told of more than once.
 *
 * @throws {Refusal} `sscLinkageFail` where the partner refuses, or cannot be reached
 */
export async function linkWithPartner(linked: Linked, deps: Pick<ServerContext, 'partners' | 'clock' | 'log' | 'trial'>): Promise<void> {
  const partner = deps.partners.get(linked.organization);
  if (!partner) return;
  const { userId } = linked;
  for (let attempt = 0; attempt <= pausesMs.length; attempt += 1) {
    const wait = pausesMs[attempt - 1];
    if (wait !== undefined) await pause(deps.clock, wait);
    const outcome = await notifyPartner(partner, linked, deps).catch((error: unknown) => error as Error);
    if (typeof outcome === 'number' && outcome >= 200 && outcome < 300) return;
    deps.log.warn({ userId, attempt, ...(typeof outcome === 'number' ? { status: outcome } : { err: outcome }) }, 'partner.link_failed');
    // What it refuses it will refuse again; a redirect is no answer.
    if (typeof outcome === 'number' && outcome < 500 && outcome !== 429) break;
  }
  throw new Refusal('sscLinkageFail');
}

/** @returns the status that the partner answered with */
async function notifyPartner(
  { url, secret }: Partner,
  { organization, userId, email }: Linked,
  { clock, trial }: Pick<ServerContext, 'clock' | 'trial'>,
): Promise<number> {
  const { protocol } = new URL(url);
  const isOpen = trial !== null;
  if (!isOpen && !isInternetUrl(url)) throw new Error('Not an address of the internet');
  const at = clock.now().getTime();
  const body = JSON.stringify({ organization, userId, email, at: new Date(at).toISOString() });
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-tenbin-signature': `t=${at},v1=${signature}`,
    'idempotency-key': userId,
  };
  const signal = abortAfter(clock, answerTimeoutMs);
  const options = { method: 'POST', headers, signal, agent: false, ...(isOpen ? {} : { lookup: publicLookup }) } as const;
  const sent = (protocol === 'https:' ? requestTls : requestPlain)(url, options, (response) => {
    resolve(response.statusCode ?? 0);
    // Its status is all that counts.
    response.destroy();
  });
  sent.once('error', reject);
  sent.end(body);
  return promise;
}
