import { strategyKinds } from '@tenbin/strategy';
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
import { ById, Count, Flag, Id, skipFields } from '../shapes.ts';

/** A bot of any organization, or of the platform itself. */
export const PlatformBot = z.extend(AdministeredBot, {
  organization: Id,
  /** Null: the platform's own. */
  user: z.nullable(Id),
  email: z.nullable(z.string()),
  /** What it trades by. */
  kind: z.enum(strategyKinds),
  /** By whose money it trades where it is the platform's own: a virtual account of its exchange, by name. */
  virtualAccount: z.nullable(z.string()),
});
export type PlatformBot = z.infer<typeof PlatformBot>;

const filterFields = {
  ...botFilterFields,
  organization: z.optional(Id),
  /** The platform’s own, or users’ only. */ isOfPlatform: z.optional(Flag),
};

export const listPlatformBots = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/bots',
  summary:
    'The bots of all users of all organizations and of the platform itself that a filter finds, newest first. Each look is written down.',
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
  summary: 'A bot of any organization, or of the platform itself. Each look is written down.',
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
