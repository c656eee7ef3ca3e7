import { expect } from 'vitest';
import { pairs } from './right-query.ts';
import type { Answer, TestServer, TestUser } from './start-test-server.ts';

/** The calls about bots as one user makes them. */
export interface BotsOf {
  create(given?: Record<string, unknown>): Promise<Answer>;
  get(path: string): Promise<Answer>;
  put(path: string, body?: unknown): Promise<Answer>;
  /** Sets one up on a new account. @returns its id */
  made(given?: Record<string, unknown>): Promise<string>;
}

export function botsOf(server: TestServer, { key }: Pick<TestUser, 'key'>): BotsOf {
  const create: BotsOf['create'] = (given = {}) => {
    const account = server.venue.createAccount();
    const usual = { name: 'Tokyo-1', exchangeId: server.exchange.id, apiKey: account.key, secret: account.secret, pairs, delta: 0.01 };
    return server.call('POST', '/api/bots', { key, body: { ...usual, ...given } });
  };
  return {
    create,
    get: (path) => server.call('GET', `/api/bots${path}`, { key }),
    put: (path, body) => server.call('PUT', `/api/bots${path}`, { key, body }),
    async made(given) {
      const answer = await create(given);
      expect(answer.status, answer.text).toBe(201);
      return answer.body.bot._id;
    },
  };
}
