import { getHealth, type Health } from '@tenbin/contract';
import type { ServerContext } from '../../context.ts';
import { createRemembering, type Remembering } from '../../exchange-access/remembering.ts';
import { implementForOperator } from '../../route/implement.ts';
import { readHealth } from './read-health.ts';

/** However many look on, it is read so often at most. */
const rememberMs = 2_000;
const remembered = new WeakMap<ServerContext['database'], Remembering<Health>>();

export const handleGetHealth = implementForOperator(getHealth, ({ deps }) => {
  const { database, clock } = deps;
  const answers = remembered.get(database) ?? createRemembering<Health>({ clock, forMs: rememberMs });
  remembered.set(database, answers);
  return answers.get('health', () => readHealth(deps));
});
