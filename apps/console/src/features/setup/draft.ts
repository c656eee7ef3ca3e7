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
  /** Orders only rest, where the exchange can see to that. */
  readonly postOnly: boolean;
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
  postOnly: true,
};

/** How far a user is, and with what. */
export interface Progress {
  readonly draft: SetupDraft;
  readonly step: number;
}

/** What may be stored: secrets may not. Where a key has to be entered again, the first step is where. */
export function withoutSecrets({ draft, step }: Progress): Progress {
  return { draft: { ...draft, apiKey: '', secret: '', passPhrase: '', password: '' }, step: draft.apiKey === '' ? step : 0 };
}

const namePattern = /^[A-Za-z0-9_-]+$/;
const longestName = 18;

/** What is wrong with a bot's name, as the name of a text; null where nothing is. */
export function nameProblem(name: string): 'botNameRequired' | 'botNameTooLong' | 'botNameInvalid' | null {
  if (name === '') return 'botNameRequired';
  if (!namePattern.test(name)) return 'botNameInvalid';
  return name.length > longestName ? 'botNameTooLong' : null;
}
