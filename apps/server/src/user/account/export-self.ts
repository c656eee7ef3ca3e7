import { deviceOf } from '@tenbin/accounts';
import { exportSelf } from '@tenbin/contract';
import type { User } from '@tenbin/db';
import { orderReply } from '../../bots/reads/orders.ts';
import { timelineReply } from '../../bots/reads/timeline.ts';
import { rebalanceReply } from '../../bots/rebalance-reply.ts';
import { recordReply } from '../../bots/record-reply.ts';
import { botReply } from '../../bots/reply.ts';
import type { ServerContext } from '../../context.ts';
import { factorsReply } from '../../factors/own-authenticator.ts';
import { useCodeWhereNeeded } from '../../factors/use-factor.ts';
import { requireWithin } from '../../limits/limits.ts';
import { mailerOfOrganization } from '../../mails/mailer.ts';
import { requireOwnPassword } from '../../passwords/require-own-password.ts';
import { paymentReply, subscriptionReply } from '../../plans/reply.ts';
import type { Actor, Caller } from '../../route/caller.ts';
import { implementFile } from '../../route/implement.ts';
import { jsonParts } from '../../route/json-parts.ts';
import { Refusal } from '../../route/refusal.ts';
import { userReplyOf } from '../../users/user-reply-of.ts';
import { tradeRow } from '../records/download-records.ts';
import { notificationsReply } from './notifications.ts';
import { pushTopicsReply } from './pushes.ts';

const pageSize = 100;

/** Everything that is kept of the caller, written as fast as it is taken. They are told by mail that it was. */
export const handleExportSelf = implementFile(exportSelf, async ({ body, actor, deps, caller }) => {
  const { organization, organizationId, userId } = actor;
  const user = await requireOwnPassword(body.password, { actor, deps, caller });
  const { exports } = deps.limits;
  // First, so that what is refused uses up no code; and counted first, so that those asked for at once are counted too.
  requireWithin(exports, userId);
  try {
    await useCodeWhereNeeded(body.code, { organization, holderId: userId }, deps);
  } catch (error) {
    exports.giveBack(userId);
    throw error;
  }
  const at = deps.clock.now();
  const mail = await mailerOfOrganization(organizationId, deps);
  await organization.transaction(async (within) => {
    if (!(await within.users.lock(user))) throw new Refusal('wrongPassword');
    await mail(within, user, (_urlOf, _at, notMeUrl) => ({ template: 'accountExported', at, notMeUrl: notMeUrl() }));
  });
  return { name: 'account', parts: partsOf(user, { at, actor, deps, caller }) };
});

interface Given {
  readonly at: Date;
  readonly actor: Actor;
  readonly deps: ServerContext;
  readonly caller: Caller;
}

function partsOf(user: User, { at, actor: { organization, userId }, deps, caller: { language } }: Given): AsyncGenerator<string> {
  const bots = () => organization.bots.listEver(userId);
  return jsonParts({
    exportedAt: async () => at.toISOString(),
    profile: async () => ({
      ...(await userReplyOf(user, { organization, deps })),
      verifiedAt: user.verifiedAt?.toISOString() ?? null,
      lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
      wasInvited: user.referredBy !== null,
    }),
    mailTopics: async () => notificationsReply(user),
    pushTopics: async () => pushTopicsReply(user),
    pushBrowsers: async () =>
      (await organization.pushes.listOfUser(userId)).map(({ agent, createdAt }) => ({
        device: deviceOf(agent),
        agent,
        createdAt: createdAt.toISOString(),
      })),
    signInMethods: () => factorsReply({ organization, holderId: userId }),
    sessions: async () =>
      (await deps.database.platform.sessions.listOf({ surface: 'user', subjectId: userId })).map((session) => ({
        device: deviceOf(session.agent),
        agent: session.agent,
        address: session.address,
        createdAt: session.createdAt.toISOString(),
        lastUsedAt: session.lastUsedAt.toISOString(),
      })),
    exchangeAccounts: async () => {
      const [accounts, exchanges] = await Promise.all([
        organization.exchangeAccounts.listOfUser(userId),
        deps.database.platform.exchanges.list(),
      ]);
      return accounts.map(({ id, exchangeId, keyLastFour, createdAt }) => ({
        _id: id,
        exchange: exchanges.find((exchange) => exchange.id === exchangeId)?.name ?? null,
        apiKeyEnding: keyLastFour,
        connectedAt: createdAt.toISOString(),
      }));
    },
    bots: async () =>
      (await bots()).map((bot) => ({ ...botReply(bot, { language, now: at }), deletedAt: bot.deletedAt?.toISOString() ?? null })),
    records: () => mapped(organization.records.ofUser(userId), (record) => ({ ...recordReply(record), bot: record.botName })),
    trades: () => mapped(organization.fills.ofUser(userId), tradeRow),
    orders: () => mapped(ofEach(bots, organization.orders.ofBot), (order) => ({ botId: order.botId, ...orderReply(order) })),
    timeline: () => mapped(ofEach(bots, organization.timeline.ofBot), (entry) => ({ botId: entry.botId, ...timelineReply(entry) })),
    rebalances: () =>
      mapped(
        paged((page) => organization.rebalances.listOfUser(userId, page)),
        (rebalance) => rebalanceReply(rebalance, language),
      ),
    subscriptions: async () => (await organization.subscriptions.listOfUser(userId)).map((one) => subscriptionReply(one, [])),
    payments: () =>
      mapped(
        paged((page) => organization.payments.listOfUser(userId, page)),
        paymentReply,
      ),
    campaignCodes: () => organization.campaignCodes.listRedeemed(userId),
    invitations: async () =>
      (await organization.users.listReferrals(userId)).map(({ createdAt, ...state }) => ({
        signedUpAt: createdAt.toISOString(),
        ...state,
      })),
    actions: () =>
      mapped(organization.audit.ofActor(userId), ({ at: time, action, refusal, network, agent, facts }) => ({
        at: time.toISOString(),
        action,
        refusal,
        network,
        agent,
        facts,
      })),
  });
}

/** What there is of one bot after the other. */
async function* ofEach<Item>(
  bots: () => Promise<readonly { readonly id: string }[]>,
  read: (botId: string) => AsyncIterable<readonly Item[]>,
): AsyncGenerator<readonly Item[], void, void> {
  for (const { id } of await bots()) yield* read(id);
}

async function* mapped<From, To>(pages: AsyncIterable<readonly From[]>, each: (item: From) => To): AsyncGenerator<To[], void, void> {
  for await (const page of pages) yield page.map(each);
}

async function* paged<Item>(
  read: (page: { readonly offset: number; readonly limit: number }) => Promise<readonly Item[]>,
): AsyncGenerator<readonly Item[], void, void> {
  for (let offset = 0; ; offset += pageSize) {
    const items = await read({ offset, limit: pageSize });
    yield items;
    if (items.length < pageSize) return;
  }
}
