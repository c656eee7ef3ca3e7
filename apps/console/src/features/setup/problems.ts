import type { TextOf } from '@tenbin/ui';
import { parseNumber } from '@tenbin/ui';
import type { Words } from '../../app/words.ts';
import { coversThree } from '../../bots/combinations.ts';
import { type WidthBounds, widthProblem } from '../../bots/width.ts';
import { nameProblem, type SetupDraft } from './draft.ts';
import type { KeyCheck } from './use-key-check.ts';

/** By field, in the reader's words. */
type Problems = Partial<Record<keyof SetupDraft, string>>;
type Text = TextOf<Words['setup']>;

interface StepFacts {
  readonly requiresPassphrase: boolean;
  /** A stored key may be kept. */
  readonly hasStoredKey: boolean;
  /** A new key takes the place of another one, which needs the password. */
  readonly isEdited: boolean;
  /** So does the key of a new one, of which the server knows that. */
  readonly replaces: boolean;
  /** Of the user's other bots, as far as they are known. */
  readonly otherNames: readonly string[];
  readonly check: KeyCheck;
  readonly bounds: WidthBounds | null;
}

/** Whether a bot that is edited gets another key. */
const changesKey = ({ accountId, apiKey, secret }: SetupDraft): boolean => `${accountId}${apiKey}${secret}` !== '';

/** Whether the password goes along. */
export const asksPassword = (draft: SetupDraft, { isEdited, replaces }: Pick<StepFacts, 'isEdited' | 'replaces'>): boolean =>
  isEdited ? changesKey(draft) : replaces && draft.accountId === '';

/** What is wrong, field by field in the order of the screen. */
export function problemsOf(draft: SetupDraft, facts: StepFacts, text: Text): Problems {
  const problem = widthProblem(parseNumber(draft.width), facts.bounds);
  return {
    ...credentialProblems(draft, facts, text),
    ...(!coversThree(draft.pairs) && { pairs: text('pairsRequired') }),
    ...(problem && { width: text(problem.says, problem.facts) }),
  };
}

function credentialProblems(draft: SetupDraft, facts: StepFacts, text: Text): Problems {
  const { requiresPassphrase, hasStoredKey, isEdited, replaces, otherNames, check } = facts;
  const problems: Problems = {};
  const wrongName = nameProblem(draft.name) ?? (otherNames.includes(draft.name) ? 'botNameTaken' : null);
  if (wrongName) problems.name = text(wrongName);
  if (asksPassword(draft, { isEdited, replaces }) && !draft.password) problems.password = text('passwordRequired');
  if (draft.accountId || (hasStoredKey && !changesKey(draft))) return problems;
  if (!draft.apiKey) problems.apiKey = text('keyRequired');
  if (!draft.secret) problems.secret = text('secretRequired');
  if (requiresPassphrase && !draft.passPhrase) problems.passPhrase = text('passphraseRequired');
  if (draft.apiKey && draft.secret && check.state !== 'accepted')
    problems.apiKey = text(check.state === 'checking' ? 'checking' : 'keyNotAccepted');
  return problems;
}
