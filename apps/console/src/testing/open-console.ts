import type { App } from '@tenbin/app-kit';
import { createFakeServer, type FakeServer, openPage } from '@tenbin/app-kit/testing';
import {
  type Bot,
  checkBalance,
  countTimeline,
  getBalanceTransition,
  getBotResult,
  getFactors,
  getOrderTruth,
  getOwnOrganization,
  getOwnVolumeUse,
  getPerformance,
  getRecordTotals,
  getSelf,
  getVolume,
  listActiveStops,
  listBotCandles,
  listBots,
  listCandleFills,
  listDeletedBots,
  listExchangeAccounts,
  listOrders,
  listOwnRecords,
  listRebalances,
  listRecords,
  listSessions,
  listTimeline,
  watchEvents,
} from '@tenbin/contract';
import { loadWords } from '../app/load-words.ts';
import { createConsoleRouter } from '../app/router.tsx';
import { consoleSurface } from '../app/surface.ts';
import { watchShown } from './expect-specified-views.ts';
import { noTotals, organization, user, volumeUse } from './fixtures.ts';

/** A server with these bots, on which nothing happens. */
export function serverWith(bots: readonly Bot[]): FakeServer {
  const server = createFakeServer();
  server.answer(getSelf, user);
  server.answer(getOwnOrganization, organization);
  server.answer(listBots, () => [...bots]);
  server.answer(listDeletedBots, []);
  server.answer(listActiveStops, []);
  server.answer(listExchangeAccounts, []);
  server.answer(listSessions, []);
  server.answer(getFactors, { authenticator: null, passkeys: [], recoveryCodesLeft: 0 });
  server.answer(watchEvents, { type: 'hello', at: '2026-01-01T00:00:00.000Z' });
  server.answer(listRecords, []);
  server.answer(listOwnRecords, []);
  server.answer(getRecordTotals, noTotals);
  server.answer(getVolume, { volume: 0 });
  server.answer(getOwnVolumeUse, volumeUse);
  server.answer(getPerformance, { annualRate: null, executionCount: 0, basisPoint: 0 });
  server.answer(listTimeline, []);
  server.answer(countTimeline, { count: 0 });
  server.answer(listOrders, []);
  server.answer(listBotCandles, []);
  server.answer(listCandleFills, []);
  server.answer(listRebalances, []);
  server.answer(getBalanceTransition, { initialBalance: null, points: [] });
  server.answer(getBotResult, { since: null, until: null, total: null, valuation: null, yenPerUsd: null, days: [] });
  server.answer(checkBalance, { balanced: true, tolerance: 50, warnings: [], currencies: [] });
  server.answer(getOrderTruth, {
    at: '2026-01-01T00:00:00.000Z',
    exchange: { askedAt: '2026-01-01T00:00:00.000Z', isCurrent: true, fault: null },
    wantedKnown: true,
    slots: [],
    external: [],
  });
  return server;
}

interface Given {
  readonly language?: 'ja' | 'en';
  /** Nobody is signed in. */
  readonly signedOut?: boolean;
}

function createWatchedRouter(app: App): ReturnType<typeof createConsoleRouter> {
  const router = createConsoleRouter(app);
  watchShown(router);
  return router;
}

/** Opens the console at an address, as its `main.tsx` does. */
export const openConsole = (server: FakeServer, path: string, { language = 'en', signedOut = false }: Given = {}): Promise<App> =>
  openPage(
    { surface: consoleSurface, createRouter: createWatchedRouter, words: loadWords },
    { server, path, language, ...(!signedOut && { key: 'user-key' }) },
  );
