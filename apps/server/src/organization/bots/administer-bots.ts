import {
  countActiveBots,
  countBotsOfOrganization,
  downloadBotsOfOrganization,
  getBotOfOrganization,
  listBotsOfOrganization,
  startBotAsAdministrator,
} from '@tenbin/contract';
import type { ListedBot } from '@tenbin/db';
import { deltaOf } from '@tenbin/strategy';
import { factsOf } from '../../audit/facts-of.ts';
import { listedBotReply, botQueryOf as queryOf } from '../../bots/listed-bot.ts';
import { requestRun } from '../../bots/request-run.ts';
import { type Implementation, implementForAdministrator, implementRows } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

const handleStartBot = implementForAdministrator(startBotAsAdministrator, async ({ params, actor, deps, audit }) => {
  const found = await actor.organization.bots.find(params.id);
  if (!found?.userId) throw new Refusal('botNotFound');
  const { userId } = found;
  audit.add({ userId, name: found.name });
  const { organizationId, organization, administratorId: by } = actor;
  if ((await organization.users.require(userId)).bannedAt) throw new Refusal('userBanned');
  await requestRun({ ...found, userId }, { owner: { userId, organizationId, organization }, by, deps, audit });
  return { success: true };
});

export const administerBotCalls: readonly Implementation[] = [
  implementForAdministrator(listBotsOfOrganization, async ({ query: { skip, limit, sort, ...query }, actor, deps, caller }) => {
    const given = { language: caller.language, now: deps.clock.now() };
    const page = { ...(sort && { sort }), offset: skip, limit };
    return (await actor.organization.botList.list(queryOf(query, given.now), page)).map((bot) => listedBotReply(bot, given));
  }),
  implementForAdministrator(countBotsOfOrganization, async ({ query, actor, deps }) => ({
    count: await actor.organization.botList.count(queryOf(query, deps.clock.now())),
  })),
  implementForAdministrator(countActiveBots, async ({ query, actor, deps }) => ({
    count: query.isRunning === false ? 0 : await actor.organization.botList.count({ ...queryOf(query, deps.clock.now()), isRunning: true }),
  })),
  implementRows(
    'organization',
    downloadBotsOfOrganization,
    ({ query: { excel: _excel, timeZone: _zone, ...query }, actor, deps, audit }) => {
      audit.add(factsOf(query));
      return rowsOf(actor.organization.botList.all(queryOf(query, deps.clock.now())));
    },
  ),
  implementForAdministrator(getBotOfOrganization, async ({ params, actor, deps, caller }) => {
    const bot = await actor.organization.botList.find(params.id);
    if (!bot) throw new Refusal('botNotFound');
    return listedBotReply(bot, { language: caller.language, now: deps.clock.now() });
  }),
  handleStartBot,
];

async function* rowsOf(pages: AsyncIterable<readonly ListedBot[]>) {
  for await (const page of pages) yield page.map(rowOf);
}

const rowOf = (bot: ListedBot) => ({
  _id: bot.id,
  createdAt: bot.createdAt,
  user: bot.userId,
  email: bot.email,
  name: bot.name,
  exchange: bot.exchangeName,
  pairs: bot.strategy.pairs.join(' '),
  delta: deltaOf(bot.strategy),
  state: bot.phase.kind,
  stopCause: bot.stopCause,
  stoppedAt: bot.stoppedAt,
  executionCount: bot.executionCount,
  basisPoint: bot.basisPoint,
  lastFillAt: bot.lastFillAt,
});
