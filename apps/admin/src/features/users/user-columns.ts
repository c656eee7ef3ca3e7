import type { ListColumns } from '../../app/list-columns.ts';

const all = ['plan', 'periodEnd', 'limitUsed', 'bots', 'volume', 'lastSeen', 'since', 'referrer', 'uid'] as const;
export type UserColumn = (typeof all)[number];

export const userColumns: ListColumns<UserColumn> = { all, usual: ['plan', 'periodEnd', 'bots', 'volume', 'lastSeen', 'since'] };
