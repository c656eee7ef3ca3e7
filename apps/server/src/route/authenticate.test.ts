import { addBrandPicture, getSelf, keyHeaders, type Route } from '@tenbin/contract';
import type { FoundSession } from '@tenbin/db';
import { expect, test } from 'vitest';
import type { SessionDirectory } from '../sessions/session-directory.ts';
import { isStillLive } from './authenticate.ts';

const own: FoundSession = {
  id: 'session',
  surface: 'organization',
  organizationId: 'organization',
  subjectId: 'administrator',
  agent: null,
  address: null,
  createdAt: new Date(),
  lastUsedAt: new Date(),
  expiresAt: new Date(),
  viewerId: null,
  viewerSessionId: null,
  role: 'owner',
};
const view: FoundSession = { ...own, surface: 'user', subjectId: 'user', viewerId: 'administrator', viewerSessionId: 'session' };

/** Whether what is open goes on, in such a session. */
function goesOn(route: Route, session: FoundSession): Promise<boolean> {
  const sessions = { check: async () => ({ kind: 'live', session }) } as unknown as SessionDirectory;
  return isStillLive({ headers: { [keyHeaders[route.surface] ?? '']: 'key' } }, route, { sessions });
}

test('what is open goes on as long as the role of whoever reads includes it', async () => {
  expect(await goesOn(addBrandPicture, own)).toBe(true);
  expect(await goesOn(addBrandPicture, { ...own, role: 'support' })).toBe(false);
  expect(await goesOn(addBrandPicture, { ...own, role: null })).toBe(false);
});

test('a look at the console as a user goes on as long as the viewer may look after users', async () => {
  expect(await goesOn(getSelf, view)).toBe(true);
  expect(await goesOn(getSelf, { ...view, role: 'support' })).toBe(false);
  expect(await goesOn(getSelf, { ...view, role: null })).toBe(false);
  expect(await goesOn(getSelf, { ...view, viewerId: null, viewerSessionId: null, role: null })).toBe(true);
});
