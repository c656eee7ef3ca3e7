import type { OrganizationRole } from '@tenbin/accounts';
import type { App } from '@tenbin/app-kit';
import { createFakeServer, type FakeServer, idOf, openPage, organizationId } from '@tenbin/app-kit/testing';
import { type AdministratorSelf, getAdministratorSelf, type OwnOrganization, watchOrganizationEvents } from '@tenbin/contract';
import { loadWords } from '../app/load-words.ts';
import { createRouter } from '../app/router.tsx';
import { adminSurface } from '../app/surface.ts';

export const self: AdministratorSelf = {
  _id: idOf(1),
  email: 'staff@example.org',
  role: 'owner',
  isInvited: false,
  hasFactor: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  language: 'en',
  mustAddFactor: false,
  timeZone: 'Asia/Tokyo',
};

/** With two exchanges that it may offer. */
export const organization: OwnOrganization = {
  _id: organizationId,
  name: 'Tenbin',
  slug: 'tenbin',
  exchanges: [idOf(50), idOf(51)],
  plan: 'FREE',
  planOptions: [],
  helpPages: { whatIsBp: { ja: '# 説明', en: '# Explained' } },
  omitPairs: ['BTC/USDT'],
  isFree: true,
  botsPerUser: 20,
  defaultOrderWidth: 2,
  minimumBtcBalance: '0.01',
  contactEmail: null,
  balanceTolerance: 50,
  rebalanceFees: { BTC: 0.1 },
  sessionDays: 30,
  sessionIdleHours: 12,
  requireTwoFactor: false,
  timeZone: 'Asia/Tokyo',
  exchangeChoices: [
    { _id: idOf(50), name: 'Binance' },
    { _id: idOf(51), name: 'OKX' },
  ],
  courses: [],
  defaultCourses: [{ type: 'basic', pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'], delta: 0.005 }],
};

/** A server at which an administrator of this role is signed in, and nothing happens. */
export function serverFor(role: OrganizationRole = 'owner'): FakeServer {
  const server = createFakeServer();
  server.answer(getAdministratorSelf, { ...self, role });
  server.answer(watchOrganizationEvents, { type: 'hello', at: '2026-01-01T00:00:00.000Z' });
  return server;
}

interface Given {
  readonly language?: 'ja' | 'en';
  /** Nobody is signed in. */
  readonly signedOut?: boolean;
}

/** Opens the administrators' front end at an address below `/admin`, as its `main.tsx` does. */
export const openAdmin = (server: FakeServer, path: string, { language = 'en', signedOut = false }: Given = {}): Promise<App> =>
  openPage(
    { surface: adminSurface, createRouter, words: loadWords },
    { server, path: `/admin${path}`, language, ...(!signedOut && { key: 'staff-key' }) },
  );
