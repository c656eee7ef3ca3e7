import type { ListColumns } from '../../app/list-columns.ts';

const all = ['owner', 'state', 'cause', 'stoppedAt', 'exchange', 'pairs', 'lastFill', 'fills', 'openOrders', 'profit', 'created'] as const;
export type BotColumn = (typeof all)[number];

export const botColumns: ListColumns<BotColumn> = { all, usual: ['owner', 'state', 'cause', 'exchange', 'pairs', 'lastFill'] };
