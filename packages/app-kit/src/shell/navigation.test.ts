import { ServerIcon } from '@tenbin/ui';
import { expect, test } from 'vitest';
import { type NavigationEntry, sectionOf } from './navigation.ts';

const entry = (to: string): NavigationEntry => ({ label: to, icon: ServerIcon, target: { kind: 'page', to: to as '/' } });
const navigation = {
  work: [entry('/'), entry('/bots/'), entry('/bots/new'), { ...entry('/later'), target: null }],
  read: [entry('/plan'), { ...entry('/terms'), target: { kind: 'address', href: '/bots/terms' } as const }],
};

test.each([
  ['/', '/'],
  ['/bots', '/bots/'],
  ['/bots/', '/bots/'],
  ['/bots/0190', '/bots/'],
  ['/bots/new', '/bots/new'],
  ['/bots/new/2', '/bots/new'],
  ['/plan/payments', '/plan'],
])('%s belongs to %s', (pathname, section) => {
  expect(sectionOf(navigation, pathname)?.label).toBe(section);
});

test.each(['/planets', '/later', '/bot'])('%s belongs to none', (pathname) => {
  expect(sectionOf(navigation, pathname)).toBeNull();
});
