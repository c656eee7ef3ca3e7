import * as z from 'zod/mini';
import { AdministeredBot, botFilterFields } from '../bots/administered-bot.ts';
import { forOperators } from '../bots/administered-reads.ts';
import {
  checkBalance,
  countRecords,
  countTimeline,
  getBalanceTransition,
  getBotResult,
  getOrderTruth,
  getPerformance,
  getVolume,
  listBotCandles,
  listCandleFills,
  listOrders,
  listRebalances,
  listRecords,
  listTimeline,
} from '../bots/bot-reads.ts';
import { route } from '../route.ts';
import { ById, Count, Id, skipFields } from '../shapes.ts';

/** A bot of any organization. */
export const PlatformBot = z.extend(AdministeredBot, { organization: Id });
export type PlatformBot = z.infer<typeof PlatformBot>;

const filterFields = { ...botFilterFields, organization: z.optional(Id) };

export const listPlatformBots = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/bots',
  summary: 'The bots of all users of all organizations that a filter finds, newest first. Each look is written down.',
  query: z.object({ ...skipFields(100), ...filterFields }),
  reply: z.array(PlatformBot),
});

export const countPlatformBots = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/bots/count',
  summary: 'How many bots a filter finds.',
  query: z.object(filterFields),
  reply: Count,
});

export const getPlatformBot = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/bots/{id}',
  summary: 'A bot of any organization. Each look is written down.',
  params: ById,
  reply: PlatformBot,
  errors: ['botNotFound'],
});

export const getPerformanceOfPlatformBot = forOperators(getPerformance, 'read');
export const listRecordsOfPlatformBot = forOperators(listRecords, 'read');
export const countRecordsOfPlatformBot = forOperators(countRecords, 'read');
export const getResultOfPlatformBot = forOperators(getBotResult, 'read');
export const getVolumeOfPlatformBot = forOperators(getVolume, 'read');
export const listOrdersOfPlatformBot = forOperators(listOrders, 'read');
export const getOrderTruthOfPlatformBot = forOperators(getOrderTruth, 'read');
export const listTimelineOfPlatformBot = forOperators(listTimeline, 'read');
export const countTimelineOfPlatformBot = forOperators(countTimeline, 'read');
export const listCandlesOfPlatformBot = forOperators(listBotCandles, 'read');
export const listCandleFillsOfPlatformBot = forOperators(listCandleFills, 'read');
export const getBalanceTransitionOfPlatformBot = forOperators(getBalanceTransition, 'read');
export const checkBalanceOfPlatformBot = forOperators(checkBalance, 'read');

/** Of the bot that is named. */
export const listRebalancesOfPlatformBot: typeof listRebalances = { ...forOperators(listRebalances, 'read'), errors: ['botNotFound'] };
