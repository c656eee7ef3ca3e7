import { getHealth } from '@tenbin/contract';
import { implementForOperator } from '../../route/implement.ts';
import { readHealth } from './read-health.ts';

export const handleGetHealth = implementForOperator(getHealth, ({ deps }) => deps.health.get('health', () => readHealth(deps)));
