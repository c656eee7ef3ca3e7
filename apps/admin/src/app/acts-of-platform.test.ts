import { allRoutes } from '@tenbin/contract/reference';
import { actions } from '@tenbin/messages/actions/en';
import { expect, test } from 'vitest';
import { actsOfPlatform } from './acts-of-platform.ts';

/** Its entry stands where the bot is that it corrects. */
const inOrganizations = ['fixConsistencies'];

test('of what is called, an organization’s log has all but what operators call', () => {
  const called = Object.keys(actions).filter((action) => allRoutes[action]);
  const ofOperators = called.filter((action) => allRoutes[action]?.path.startsWith('/ango-ya/') && !inOrganizations.includes(action));
  expect(ofOperators.length).toBeGreaterThan(50);
  expect(called.filter((action) => actsOfPlatform.has(action)).sort()).toEqual(ofOperators.sort());
});
