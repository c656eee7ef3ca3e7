import * as z from 'zod/mini';
import { route } from '../route.ts';
import { BotState, Success, skipFields } from '../shapes.ts';
import { PlatformBot } from './bots.ts';

const maxTestBots = 1000;

export const makeTestBots = route({
  surface: 'operator',
  needs: 'operate',
  method: 'POST',
  path: '/ango-ya/bots/test/{num}',
  summary:
    'Makes test bots on the virtual exchange, each with a key of its own, until there are so many; repeated it makes none. `made`: now; `total`: that there are.',
  params: z.object({ num: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maxTestBots)) }),
  reply: z.object({ made: z.number(), total: z.number() }),
  errors: ['virtualExchangeOff', 'exchangeUnreachable'],
  status: 201,
});

export const listTestBots = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/bots/test',
  summary: 'The test bots, newest first.',
  query: z.object(skipFields(100)),
  reply: z.array(PlatformBot),
});

export const TestBotFigures = z.object({
  /** Whether there is a virtual exchange for them. */
  isPossible: z.boolean(),
  total: z.number(),
  /** That run or are wanted to, or are not at rest yet. */
  busy: z.number(),
  byState: z.array(z.object({ state: BotState, count: z.number() })),
});
export type TestBotFigures = z.infer<typeof TestBotFigures>;

export const getTestBotFigures = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/bots/test/figures',
  summary: 'How many test bots there are, by state, and whether any can be made here.',
  reply: TestBotFigures,
});

export const startTestBots = route({
  surface: 'operator',
  needs: 'operate',
  method: 'PUT',
  path: '/ango-ya/bots/test/start',
  summary: 'Requests that all test bots run. `count`: those that were not requested to before.',
  reply: z.extend(Success, { count: z.number() }),
  errors: ['virtualExchangeOff'],
});

export const stopTestBots = route({
  surface: 'operator',
  needs: 'operate',
  method: 'PUT',
  path: '/ango-ya/bots/test/stop',
  summary: 'Stops all test bots; their orders are cancelled. `count`: those that ran or were to.',
  reply: z.extend(Success, { count: z.number() }),
});

export const removeTestBots = route({
  surface: 'operator',
  needs: 'operate',
  method: 'DELETE',
  path: '/ango-ya/bots/test',
  summary: 'Removes all test bots, once they have stopped, with everything that was stored of them. `count`: how many there were.',
  reply: z.extend(Success, { count: z.number() }),
  errors: ['testBotsRunning'],
});
