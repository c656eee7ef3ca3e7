import { factNames } from '@tenbin/messages/fact-names/en';
import { expect, test } from 'vitest';
import { allRoutes } from './reference.ts';

/** What is none was a number, and is not written down. */
const isId = (name: string): boolean => name === 'id' || name.endsWith('Id');

test('an id in the path of a call has a name among the facts of acts', () => {
  const params = Object.values(allRoutes).flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
  expect(params).toContain('userPlanId');
  expect([...new Set(params)].filter((name) => isId(name) && !Object.hasOwn(factNames, name))).toEqual([]);
});
