import {
  checkBalanceOfPlatformBot,
  countPlatformBots,
  countRecordsOfPlatformBot,
  countTimelineOfPlatformBot,
  getBalanceTransitionOfPlatformBot,
  getOrderTruthOfPlatformBot,
  getPerformanceOfPlatformBot,
  getPlatformBot,
  getResultOfPlatformBot,
  getVolumeOfPlatformBot,
  listCandleFillsOfPlatformBot,
  listCandlesOfPlatformBot,
  listOrdersOfPlatformBot,
  listPlatformBots,
  listRebalancesOfPlatformBot,
  listRecordsOfPlatformBot,
  listTimelineOfPlatformBot,
  type Route,
} from '@tenbin/contract';
import { auditRead } from '../../audit/audit-read.ts';
import type { AuditNote } from '../../audit/auditor.ts';
import { factsOf } from '../../audit/facts-of.ts';
import { botQueryOf } from '../../bots/listed-bot.ts';
import { readAsItsUser } from '../../bots/read-as-its-user.ts';
import type { ServerContext } from '../../context.ts';
import type { Operator } from '../../route/caller.ts';
import { type Implementation, implementForOperator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { operatorsOwn } from './operators-own.ts';
import { platformBotReply } from './platform-bot-reply.ts';

export const platformBotCalls: readonly Implementation[] = [
  implementForOperator(listPlatformBots, async ({ query: { skip, limit, organization, ...query }, actor, deps, caller, audit }) => {
    auditRead(factsOf({ ...query, organization, skip }), { actor, audit, deps, at: 'bots' });
    const { botList } = deps.database.platform.everybody;
    const found = await botList.list({ ...botQueryOf(query, deps.clock.now()), organizationId: organization }, { offset: skip, limit });
    return found.map((bot) => platformBotReply(bot, { caller, deps }));
  }),
  implementForOperator(countPlatformBots, async ({ query: { organization, ...query }, deps }) => ({
    count: await deps.database.platform.everybody.botList.count({
      ...botQueryOf(query, deps.clock.now()),
      organizationId: organization,
    }),
  })),
  implementForOperator(getPlatformBot, async ({ params, actor, deps, caller, audit }) => {
    const bot = await deps.database.platform.everybody.botList.find(params.id);
    if (!bot) throw new Refusal('botNotFound');
    auditRead({ id: bot.id, organizationId: bot.organizationId }, { actor, audit, deps, at: 'bot' });
    return platformBotReply(bot, { caller, deps });
  }),
];

const reads: readonly Route[] = [
  checkBalanceOfPlatformBot,
  countRecordsOfPlatformBot,
  countTimelineOfPlatformBot,
  getBalanceTransitionOfPlatformBot,
  getOrderTruthOfPlatformBot,
  getPerformanceOfPlatformBot,
  getResultOfPlatformBot,
  getVolumeOfPlatformBot,
  listCandleFillsOfPlatformBot,
  listCandlesOfPlatformBot,
  listOrdersOfPlatformBot,
  listRebalancesOfPlatformBot,
  listRecordsOfPlatformBot,
  listTimelineOfPlatformBot,
];

interface Looking {
  readonly actor: Operator;
  readonly deps: ServerContext;
  readonly audit: AuditNote;
}

/** What a bot's user reads of it, read by an operator; of the platform's own, what a user would. @param userCalls - among which those of the bots' users are found */
export const platformBotReadCalls = (userCalls: readonly Implementation[]): Implementation[] =>
  reads.map((route) =>
    implementForOperator(
      route,
      readAsItsUser<Looking>(route, {
        userCalls,
        async findOwner(botId, { actor, deps, audit }) {
          const bot = await deps.database.platform.everybody.botList.find(botId);
          if (!bot) return null;
          const { userId, organizationId } = bot;
          auditRead({ id: botId, organizationId }, { actor, audit, deps, at: 'bot' });
          if (userId === null) return operatorsOwn(actor, deps);
          return { userId, organizationId, organization: deps.database.forOrganization(organizationId) };
        },
      }),
    ),
  );
