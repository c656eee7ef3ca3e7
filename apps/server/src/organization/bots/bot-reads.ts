import {
  checkBalanceOfBot,
  countRecordsOfBot,
  countTimelineOfBot,
  getBalanceTransitionOfBot,
  getOrderTruthOfBot,
  getPerformanceOfBot,
  getResultOfBot,
  getVolumeOfBot,
  listCandleFillsOfBot,
  listCandlesOfBot,
  listOrdersOfBot,
  listRebalancesOfBot,
  listRecordsOfBot,
  listTimelineOfBot,
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
import type { Administrator } from '../../route/caller.ts';
import { type Implementation, implementForAdministrator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

/** A bot of the organization, and its user, for whom it is read. @throws {Refusal} `botNotFound` */
async function requireBot(id: string | undefined, actor: Administrator) {
  const bot = id === undefined ? null : await actor.organization.bots.find(id);
  if (!bot?.userId) throw new Refusal('botNotFound');
  return { bot, owner: { ...actor, userId: bot.userId } };
}

const ofBot = <Query extends Route['query'], Reply extends Route['reply']>(
  route: BotRoute<Query, Reply>,
  read: BotRead<BotRoute<Query, Reply>>,
): Implementation =>
  implementForAdministrator(route, async (asked) => {
    const { bot, owner } = await requireBot(asked.params.id, asked.actor);
    return read(bot, { ...asked, actor: owner });
  });

/** What a bot's user reads of it, read by an administrator of their organization. */
export const botReadCalls: readonly Implementation[] = [
  ofBot(checkBalanceOfBot, readBalanceCheck),
  ofBot(countRecordsOfBot, readRecordCount),
  ofBot(countTimelineOfBot, readTimelineCount),
  ofBot(getBalanceTransitionOfBot, readBalanceTransition),
  ofBot(getOrderTruthOfBot, readOrderTruth),
  ofBot(getPerformanceOfBot, readPerformance),
  ofBot(getResultOfBot, readBotResult),
  ofBot(getVolumeOfBot, readVolume),
  ofBot(listCandleFillsOfBot, readCandleFills),
  ofBot(listCandlesOfBot, readCandles),
  ofBot(listOrdersOfBot, readOrders),
  ofBot(listRecordsOfBot, readRecords),
  ofBot(listTimelineOfBot, readTimeline),
  implementForAdministrator(listRebalancesOfBot, async ({ query, actor, caller }) => {
    const { owner } = await requireBot(query.botId, actor);
    return readRebalances(query, { actor: owner, caller });
  }),
];
