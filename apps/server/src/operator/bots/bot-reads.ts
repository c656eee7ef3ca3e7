import {
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
  type Route,
} from '@tenbin/contract';
import { readBalanceCheck } from '../../bots/reads/balance-check.ts';
import { readBalanceTransition } from '../../bots/reads/balance-transition.ts';
import type { BotRead, BotRoute } from '../../bots/reads/bot-read.ts';
import { readBotResult } from '../../bots/reads/bot-result.ts';
import { readCandles } from '../../bots/reads/candles.ts';
import { readOrderTruth } from '../../bots/reads/order-truth.ts';
import { readOrders } from '../../bots/reads/orders.ts';
import { readRebalances } from '../../bots/reads/rebalances.ts';
import { readCandleFills, readPerformance, readRecordCount, readRecords, readVolume } from '../../bots/reads/records.ts';
import { readTimeline, readTimelineCount } from '../../bots/reads/timeline.ts';
import type { Operator } from '../../route/caller.ts';
import { type Asking, type Implementation, implementForOperator } from '../../route/implement.ts';
import { requireAuditedBot } from './require-audited-bot.ts';

/** The platform's bots are nobody's: what is read of them is read for the operator. */
async function reachBot(id: string | undefined, asked: Asking<Operator, 'audit'>) {
  const bot = await requireAuditedBot(id, asked);
  const { organizationId, userId } = bot;
  const organization = asked.deps.database.forOrganization(organizationId);
  return { bot, owner: { ...asked.actor, userId: userId ?? asked.actor.operatorId, organizationId, organization } };
}

const ofBot = <Query extends Route['query'], Reply extends Route['reply']>(
  route: BotRoute<Query, Reply>,
  read: BotRead<BotRoute<Query, Reply>>,
): Implementation =>
  implementForOperator(route, async (asked) => {
    const { bot, owner } = await reachBot(asked.params.id, asked);
    return read(bot, { ...asked, actor: owner });
  });

/** What a bot's user reads of it, read by an operator; of the platform's own, what a user would. */
export const platformBotReadCalls: readonly Implementation[] = [
  ofBot(checkBalanceOfPlatformBot, readBalanceCheck),
  ofBot(countRecordsOfPlatformBot, readRecordCount),
  ofBot(countTimelineOfPlatformBot, readTimelineCount),
  ofBot(getBalanceTransitionOfPlatformBot, readBalanceTransition),
  ofBot(getOrderTruthOfPlatformBot, readOrderTruth),
  ofBot(getPerformanceOfPlatformBot, readPerformance),
  ofBot(getResultOfPlatformBot, readBotResult),
  ofBot(getVolumeOfPlatformBot, readVolume),
  ofBot(listCandleFillsOfPlatformBot, readCandleFills),
  ofBot(listCandlesOfPlatformBot, readCandles),
  ofBot(listOrdersOfPlatformBot, readOrders),
  ofBot(listRecordsOfPlatformBot, readRecords),
  ofBot(listTimelineOfPlatformBot, readTimeline),
  implementForOperator(listRebalancesOfPlatformBot, async ({ query, ...asked }) => {
    const { owner } = await reachBot(query.botId, asked);
    return readRebalances(query, { ...asked, actor: owner });
  }),
];
