import { createECDH, createHash } from 'node:crypto';
import { deviceOf, type PushTopic, pushTopics } from '@tenbin/accounts';
import { addPushBrowser, getPushes, type RouteReply, removePushBrowser, updatePushes } from '@tenbin/contract';
import {
  type OrganizationDatabase,
  type PushKey,
  pushKeyIdentity,
  pushSubscriptionIdentity,
  type SealedPushKey,
  type SealedPushSubscription,
  type User,
} from '@tenbin/db';
import { isInternetUrl } from '@tenbin/settings';
import type { ServerContext } from '../../context.ts';
import type { Actor } from '../../route/caller.ts';
import { type Implementation, implement } from '../../route/implement.ts';
import { invalidField, Refusal } from '../../route/refusal.ts';

const curve = 'prime256v1';

export const pushCalls: readonly Implementation[] = [
  implement(getPushes, ({ actor, deps }) => pushesReply(actor, deps)),
  implement(updatePushes, async ({ body, actor, deps }) => {
    await actor.organization.transaction(async ({ users }) => {
      for (const topic of pushTopics) {
        const isWanted = body[topic];
        if (isWanted !== undefined) await users.setPushWanted(actor.userId, topic, isWanted);
      }
    });
    return pushesReply(actor, deps);
  }),
  implement(addPushBrowser, async ({ body, actor, deps }) => {
    const { endpoint, p256dh, auth } = body;
    if (!(deps.trial !== null || isInternetUrl(endpoint))) throw invalidField('endpoint');
    if (!isOnCurve(p256dh)) throw invalidField('p256dh');
    const { organization, organizationId, userId, session } = actor;
    const id = organization.newId();
    const given: SealedPushSubscription = { endpoint, p256dh, auth };
    await organization.pushes.subscribe({
      id,
      userId,
      sessionId: session.id,
      endpointHash: createHash('sha256').update(endpoint).digest('base64url'),
      sealed: deps.vault.seal(JSON.stringify(given), pushSubscriptionIdentity(organizationId, id)),
      agent: session.agent,
      createdAt: deps.clock.now(),
    });
    return pushesReply(actor, deps);
  }),
  implement(removePushBrowser, async ({ params, actor: { organization, userId } }) => {
    if (!(await organization.pushes.remove(userId, params.id))) throw new Refusal('notFound');
    return { success: true };
  }),
];

/** Without what messages are encrypted with, and where they are sent to. */
async function pushesReply(
  { organization, organizationId, userId, session }: Actor,
  deps: Pick<ServerContext, 'vault'>,
): Promise<RouteReply<typeof getPushes>> {
  const user = await organization.users.require(userId);
  const { id, sealed } = (await organization.pushes.findKey()) ?? (await organization.pushes.addKey(newKey(organization, deps)));
  const { secret } = JSON.parse(deps.vault.open(sealed, pushKeyIdentity(organizationId, id))) as SealedPushKey;
  const pair = createECDH(curve);
  pair.setPrivateKey(secret, 'hex');
  return {
    ...pushTopicsReply(user),
    publicKey: pair.getPublicKey('base64url'),
    browsers: (await organization.pushes.listOfUser(userId)).map((browser) => ({
      _id: browser.id,
      device: deviceOf(browser.agent),
      createdAt: browser.createdAt.toISOString(),
      isThis: browser.sessionId === session.id,
    })),
  };
}

/** What they want their browsers to tell. */
export function pushTopicsReply({ mutedPushes }: Pick<User, 'mutedPushes'>) {
  const isWanted = (topic: PushTopic) => !mutedPushes.includes(topic);
  return { botStops: isWanted('botStops'), rebalances: isWanted('rebalances'), tradingVolume: isWanted('tradingVolume') };
}

function newKey(organization: OrganizationDatabase, { vault }: Pick<ServerContext, 'vault'>): PushKey {
  const pair = createECDH(curve);
  pair.generateKeys();
  const id = organization.newId();
  const secret: SealedPushKey = { secret: pair.getPrivateKey('hex').padStart(64, '0') };
  return { id, sealed: vault.seal(JSON.stringify(secret), pushKeyIdentity(organization.organizationId, id)) };
}

/** Whether something can be encrypted for it. */
function isOnCurve(key: string): boolean {
  const pair = createECDH(curve);
  pair.generateKeys();
  try {
    pair.computeSecret(Buffer.from(key, 'base64url'));
    return true;
  } catch {
    return false;
  }
}
