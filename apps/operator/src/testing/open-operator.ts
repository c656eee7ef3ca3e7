import type { OperatorRole } from '@tenbin/accounts';
import type { App } from '@tenbin/app-kit';
import { createFakeServer, type FakeServer, idOf, openPage } from '@tenbin/app-kit/testing';
import { getOperatorSelf, listAllOrganizations, type OperatedOrganization, type OperatorSelf, watchPlatformEvents } from '@tenbin/contract';
import { loadWords } from '../app/load-words.ts';
import { createRouter } from '../app/router.tsx';
import { operatorSurface } from '../app/surface.ts';

export const self: OperatorSelf = {
  _id: idOf(1),
  email: 'staff@example.org',
  role: 'operator',
  isInvited: false,
  hasFactor: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  language: 'en',
  mustAddFactor: false,
};

export const organization: OperatedOrganization = {
  _id: idOf(2),
  name: 'Sakura',
  slug: 'sakura',
  exchanges: [],
  allowedExchanges: [],
  plan: 'BASIC',
  planOptions: [],
  helpPages: {},
  omitPairs: [],
  isFree: false,
  botsPerUser: 20,
  defaultOrderWidth: null,
  minimumBtcBalance: null,
  contactEmail: null,
  limits: { users: 100, bots: null, workersShare: 5 },
  figures: { users: 12, bots: 7, runningBots: 3 },
  ownPrices: { monthlyPrice: 40_000 },
  suspendedAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
};

/** A server at which an operator of this role is signed in, with one organization, and nothing happens. */
export function serverFor(role: OperatorRole = 'operator'): FakeServer {
  const server = createFakeServer();
  server.answer(getOperatorSelf, { ...self, role });
  server.answer(listAllOrganizations, [organization]);
  server.answer(watchPlatformEvents, { type: 'hello', at: '2026-01-01T00:00:00.000Z' });
  return server;
}

interface Given {
  readonly language?: 'ja' | 'en';
  /** Nobody is signed in. */
  readonly signedOut?: boolean;
}

/** Opens the operators' front end at an address below `/ango-ya`, as its `main.tsx` does. */
export const openOperator = (server: FakeServer, path: string, { language = 'en', signedOut = false }: Given = {}): Promise<App> =>
  openPage(
    { surface: operatorSurface, createRouter, words: loadWords },
    { server, path: `/ango-ya${path}`, language, ...(!signedOut && { key: 'staff-key' }) },
  );
