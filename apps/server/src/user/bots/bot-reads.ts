import {
  checkBalance,
  countRecords,
  countTimeline,
  getBalanceTransition,
  getBotResult,
  getOrderTruth,
  getPerformance,
  getVolume,
  getVolumeThisMonth,
  listBotCandles,
  listCandleFills,
  listOrders,
  listRecords,
  listTimeline,
  type Route,
} from '@tenbin/contract';
import { readBalanceCheck } from '../../bots/reads/balance-check.ts';
import { readBalanceTransition } from '../../bots/reads/balance-transition.ts';
import type { BotRead, BotRoute, IdentifiedBot } from '../../bots/reads/bot-read.ts';
import { readBotResult } from '../../bots/reads/bot-result.ts';
import { readCandles } from '../../bots/reads/candles.ts';
import { readOrderTruth } from '../../bots/reads/order-truth.ts';
import { readOrders } from '../../bots/reads/orders.ts';
import {
  readCandleFills,
  readPerformance,
  readRecordCount,
  readRecords,
  readVolume,
  readVolumeThisMonth,
} from '../../bots/reads/records.ts';
import { readTimeline, readTimelineCount } from '../../bots/reads/timeline.ts';
import { type Implementation, implement } from '../../route/implement.ts';
import { requireOwnBot } from './own-bot.ts';

const ofOwn = <Query extends Route['query'], Reply extends Route['reply']>(
  route: BotRoute<Query, Reply>,
  read: BotRead<BotRoute<Query, Reply>>,
): Implementation =>
  implement(route, async (asked) => read(await asked.actor.organization.bots.require(asked.actor.userId, asked.params.id), asked));

/** What it did stays when it is deleted. */
const ofEverOwn = <Query extends Route['query'], Reply extends Route['reply']>(
  route: BotRoute<Query, Reply>,
  read: BotRead<BotRoute<Query, Reply>, IdentifiedBot>,
): Implementation =>
  implement(route, async (asked) => {
    await requireOwnBot(asked.params.id, asked);
    return read(asked.params, asked);
  });

export const botReadCalls: readonly Implementation[] = [
  ofOwn(checkBalance, readBalanceCheck),
  ofEverOwn(listRecords, readRecords),
  ofEverOwn(countRecords, readRecordCount),
  ofEverOwn(listCandleFills, readCandleFills),
  ofEverOwn(getPerformance, readPerformance),
  ofEverOwn(getVolume, readVolume),
  ofEverOwn(getVolumeThisMonth, readVolumeThisMonth),
  ofEverOwn(listOrders, readOrders),
  ofEverOwn(listTimeline, readTimeline),
  ofEverOwn(countTimeline, readTimelineCount),
  ofOwn(getOrderTruth, readOrderTruth),
  ofOwn(listBotCandles, readCandles),
  ofOwn(getBalanceTransition, readBalanceTransition),
  ofOwn(getBotResult, readBotResult),
];
