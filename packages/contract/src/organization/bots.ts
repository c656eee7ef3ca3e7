import * as z from 'zod/mini';
import { AdministeredBot, botFilterFields } from '../bots/administered-bot.ts';
import { forAdministrators } from '../bots/administered-reads.ts';
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
import { BotSort } from '../bots/bot-sort.ts';
import { route } from '../route.ts';
import { ById, Count, organizationCsvFields, Success, skipFields } from '../shapes.ts';
import { startErrors } from '../shared-errors.ts';

export const startBotAsAdministrator = route({
  surface: 'organization',
  needs: 'bots',
  method: 'PUT',
  path: '/admin/bots/{id}/start',
  summary: 'Asks a bot of the organization to run, with the same checks as for its user, who must not be suspended.',
  params: ById,
  reply: Success,
  errors: [...startErrors, 'userBanned'],
});

export const listBotsOfOrganization = route({
  surface: 'organization',
  needs: 'read',
  method: 'GET',
  path: '/admin/bots',
  summary: 'The bots of the organization that a filter finds, newest first unless told otherwise.',
  query: z.object({ ...skipFields(100), ...botFilterFields, sort: z.optional(BotSort) }),
  reply: z.array(AdministeredBot),
});

export const countBotsOfOrganization = route({
  surface: 'organization',
  needs: 'read',
  method: 'GET',
  path: '/admin/bots/count',
  summary: 'How many bots a filter finds.',
  query: z.object(botFilterFields),
  reply: Count,
});

export const countActiveBots = route({
  surface: 'organization',
  needs: 'read',
  method: 'GET',
  path: '/admin/bots/active_count',
  summary: 'How many of the bots that a filter finds run now.',
  query: z.object(botFilterFields),
  reply: Count,
});

export const downloadBotsOfOrganization = route({
  surface: 'organization',
  needs: 'export',
  method: 'GET',
  path: '/admin/bots/download',
  summary: 'All bots that a filter finds, oldest first.',
  query: z.object({ ...botFilterFields, ...organizationCsvFields }),
  reply: z.string(),
  answers: 'csv',
  columns: {
    _id: 'text',
    createdAt: 'time',
    user: 'text',
    email: 'text',
    name: 'text',
    exchange: 'text',
    pairs: 'text',
    delta: 'number',
    state: 'text',
    stopCause: 'text',
    stoppedAt: 'time',
    executionCount: 'number',
    basisPoint: 'number',
    lastFillAt: 'time',
  },
});

export const getBotOfOrganization = route({
  surface: 'organization',
  needs: 'read',
  method: 'GET',
  path: '/admin/bots/{id}',
  summary: 'A bot of the organization.',
  params: ById,
  reply: AdministeredBot,
  errors: ['botNotFound'],
});

export const getPerformanceOfBot = forAdministrators(getPerformance, 'read');
export const listRecordsOfBot = forAdministrators(listRecords, 'read');
export const countRecordsOfBot = forAdministrators(countRecords, 'read');
export const getResultOfBot = forAdministrators(getBotResult, 'read');
export const getVolumeOfBot = forAdministrators(getVolume, 'read');
export const listOrdersOfBot = forAdministrators(listOrders, 'read');
export const getOrderTruthOfBot = forAdministrators(getOrderTruth, 'read');
export const listTimelineOfBot = forAdministrators(listTimeline, 'read');
export const countTimelineOfBot = forAdministrators(countTimeline, 'read');
export const listCandlesOfBot = forAdministrators(listBotCandles, 'read');
export const listCandleFillsOfBot = forAdministrators(listCandleFills, 'read');
export const getBalanceTransitionOfBot = forAdministrators(getBalanceTransition, 'read');
export const checkBalanceOfBot = forAdministrators(checkBalance, 'read');

/** Of the bot that is named. */
export const listRebalancesOfBot: typeof listRebalances = { ...forAdministrators(listRebalances, 'read'), errors: ['botNotFound'] };
