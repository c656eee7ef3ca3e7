import { operatorCalls } from './operator/index.ts';
import { organizationCalls } from './organization/index.ts';
import { publicCalls } from './public/index.ts';
import type { Implementation } from './route/implement.ts';
import { userCalls } from './user/index.ts';
import { webhookCalls } from './webhooks/index.ts';

/** Every call that this server serves. */
export const calls: readonly Implementation[] = [...publicCalls, ...userCalls, ...organizationCalls, ...operatorCalls, ...webhookCalls];
