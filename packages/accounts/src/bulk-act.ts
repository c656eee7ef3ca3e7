/** What can be done to many users at once. */
export const bulkActs = ['stop', 'ban'] as const;
export type BulkAct = (typeof bulkActs)[number];

/** What became of one of them. */
export const targetOutcomes = ['done', 'refused'] as const;
export type TargetOutcome = (typeof targetOutcomes)[number];
