import { expect, test } from 'vitest';
import { Places } from './places.ts';

const of = (organizationId: string, userId: string) => ({ organizationId, userId });
const refusal = { code: 'tooManyRequests', details: expect.objectContaining({ retryAfterSeconds: 7 }) };

test('a user has a share of what an organization has, and that a share of all', () => {
  const places = new Places({ most: 5, maxPerOrganization: 3, maxPerUser: 2, askAgainSeconds: 7 });
  const back = places.take(of('a', '1'), 2);
  expect(() => places.take(of('a', '1'))).toThrow(expect.objectContaining(refusal));
  places.take(of('a', '2'));
  expect(() => places.take(of('a', '3'))).toThrow(expect.objectContaining(refusal));
  places.take(of('b', '1'), 2);
  expect(() => places.take(of('c', '1'))).toThrow(expect.objectContaining(refusal));
  back();
  expect(() => places.take(of('c', '1'), 2)).toThrow(expect.objectContaining(refusal));
  places.take(of('c', '1'));
  back();
  places.take(of('a', '3'));
});

test('what is refused takes nothing', () => {
  const places = new Places({ most: 2, maxPerOrganization: 2, maxPerUser: 2, askAgainSeconds: 7 });
  expect(() => places.take(of('a', '1'), 3)).toThrow(expect.objectContaining(refusal));
  places.take(of('a', '1'), 2)();
});
