/** How long a refused sign-in takes tells nothing of an address: as many passwords are hashed for each. */
import { expect, test, vi } from 'vitest';
import { ShortLine } from '../../limits/short-line.ts';
import { goodPassword, startTestServer } from '../../testing/start-test-server.ts';

test('a wrong password is compared as often for a new address, one that has signed up, and a user’s', async () => {
  const server = await startTestServer();
  const { email: taken } = await server.makeUser();
  const pending = 'pending@example.jp';
  await server.call('POST', '/api/users', { body: { email: pending, password: goodPassword } });
  const hashed = vi.spyOn(ShortLine.prototype, 'pass');
  const counts: number[] = [];
  for (const email of ['new@example.jp', pending, taken]) {
    const before = hashed.mock.calls.length;
    const answer = await server.call('POST', '/api/users/signin', { body: { email, password: 'Wrong1password' } });
    expect(answer.body.code).toBe('emailOrPassword');
    counts.push(hashed.mock.calls.length - before);
  }
  hashed.mockRestore();
  expect(counts).toEqual([2, 2, 2]);
  await server.close();
});
