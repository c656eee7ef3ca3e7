import { countPlatformBots, getPlatformBot, listPlatformBots } from '@tenbin/contract';
import { auditRead } from '../../audit/audit-read.ts';
import { factsOf } from '../../audit/facts-of.ts';
import { botQueryOf } from '../../bots/listed-bot.ts';
import { type Implementation, implementForOperator } from '../../route/implement.ts';
import { platformBotReadCalls } from './bot-reads.ts';
import { platformBotReply } from './platform-bot-reply.ts';
import { requireAuditedBot } from './require-audited-bot.ts';

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
  implementForOperator(getPlatformBot, async ({ params, ...asked }) => platformBotReply(await requireAuditedBot(params.id, asked), asked)),
  ...platformBotReadCalls,
];
