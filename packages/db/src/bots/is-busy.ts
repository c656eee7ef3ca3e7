import { sql as fragment } from 'drizzle-orm';
import { bots } from '../schema/bots.ts';

/** Runs or is wanted to, is rebalanced, or is not at rest yet: it is work for a worker. */
export const isBusy = fragment`(${bots.active} or ${bots.state} <> 'stopped' or ${bots.rebalanceId} is not null)`;
