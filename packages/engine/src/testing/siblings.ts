import type { OthersShare } from '../account/shares.ts';
import type { SiblingBot } from '../runner/journal.ts';

/** No other bot is on the account. */
export const nobody: OthersShare = { held: {}, heldRoundings: {}, roundedThere: new Set(), fees: {} };

/** Another bot of the account that runs, holds nothing and has no orders. */
export const siblingOf = (part: Partial<SiblingBot> = {}): SiblingBot => ({
  id: 'bot-2',
  phase: { kind: 'running', since: new Date(0) },
  held: {},
  heldRoundings: {},
  orders: [],
  ...part,
});
