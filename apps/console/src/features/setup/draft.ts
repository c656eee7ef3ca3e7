/** What is entered in the three steps. */
export interface SetupDraft {
  readonly exchangeId: string;
  readonly apiKey: string;
  readonly secret: string;
  readonly passPhrase: string;
  readonly name: string;
  /** Only where a stored key is changed. */
  readonly password: string;
  readonly pairs: readonly string[];
  /** Percent, as typed. */
  readonly width: string;
  /** The wallet is made even first; then the bot starts by itself. */
  readonly autoRebalance: boolean;
}

export const emptyDraft: SetupDraft = {
  exchangeId: '',
  apiKey: '',
  secret: '',
  passPhrase: '',
  name: '',
  password: '',
  pairs: [],
  width: '',
  autoRebalance: false,
};

/**
 * Drafts outlive their page, but not the tab: a session that ends in the middle, or a step back in the browser, loses
 * nothing that was typed. Secrets are in them, so they are never stored.
 */
const drafts = new Map<string, { draft: SetupDraft; step: number }>();

export const keptDraft = (about: string): { draft: SetupDraft; step: number } | undefined => drafts.get(about);
export const keepDraft = (about: string, draft: SetupDraft, step: number): void => void drafts.set(about, { draft, step });
export const dropDraft = (about: string): void => void drafts.delete(about);

const namePattern = /^[A-Za-z0-9_-]+$/;
const longestName = 18;

/** What is wrong with a bot's name, as the name of a text; null where nothing is. */
export function nameProblem(name: string): 'botNameRequired' | 'botNameTooLong' | 'botNameInvalid' | null {
  if (name === '') return 'botNameRequired';
  if (!namePattern.test(name)) return 'botNameInvalid';
  return name.length > longestName ? 'botNameTooLong' : null;
}
