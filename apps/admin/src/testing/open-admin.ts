import type { OrganizationRole } from '@tenbin/accounts';
import type { App } from '@tenbin/app-kit';
import { createFakeServer, type FakeServer, openPage } from '@tenbin/app-kit/testing';
import { type AdministratorSelf, getAdministratorSelf, watchOrganizationEvents } from '@tenbin/contract';
import { loadWords } from '../app/load-words.ts';
import { createRouter } from '../app/router.tsx';
import { adminSurface } from '../app/surface.ts';

export const idOf = (number: number): string => `0198c0de-0000-7000-8000-${String(number).padStart(12, '0')}`;

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
