import { expect, test } from 'vitest';
import { isLastOf, mayDo, type OrganizationPermission, operatorPermissions, organizationPermissions, type StaffRole } from './role.ts';

const who = (permission: OrganizationPermission): StaffRole[] =>
  (['owner', 'manager', 'support', 'finance'] as const).filter((role) => mayDo(role, permission));

test('an owner may do everything, and only an owner decides who else is there', () => {
  for (const permission of organizationPermissions) expect(who(permission)).toContain('owner');
  for (const permission of ['serviceMail', 'settings', 'administrators'] as const) expect(who(permission)).toEqual(['owner']);
});

test('support looks and stops, and changes nothing else', () => {
  expect(organizationPermissions.filter((permission) => mayDo('support', permission))).toEqual(['read', 'stop']);
});

test('users and their bots are a manager’s, the money is finance’s', () => {
  for (const permission of ['users', 'bots', 'plans', 'mail'] as const) expect(who(permission)).toEqual(['owner', 'manager']);
  for (const permission of ['money', 'export'] as const) expect(who(permission)).toEqual(['owner', 'finance']);
});

test('an observer of the platform only looks', () => {
  expect(operatorPermissions.filter((permission) => mayDo('observer', permission))).toEqual(['read']);
  for (const permission of operatorPermissions) expect(mayDo('operator', permission)).toBe(true);
});

test('the only owner there is cannot go; who is invited and has not come is none', () => {
  const one = { id: 'a', role: 'owner', isInvited: false } as const;
  const invited = { id: 'b', role: 'owner', isInvited: true } as const;
  const manager = { id: 'c', role: 'manager', isInvited: false } as const;
  expect(isLastOf([one, invited, manager], one)).toBe(true);
  expect(isLastOf([one, invited, manager], invited)).toBe(false);
  expect(isLastOf([one, invited, manager], manager)).toBe(false);
  expect(isLastOf([one, { ...invited, isInvited: false }], one)).toBe(false);
});
