import { botNameFault } from '@tenbin/bots';
import type { ExchangeAccount, Mapped } from '@tenbin/contract';
import { coversThree } from '../../bots/combinations.ts';
import type { GivenKey } from './use-key-check.ts';

/** What is entered in the three steps. */
export interface SetupDraft {
  readonly exchangeId: string;
  /** The connected account whose stored key is used; empty: a key is entered. */
  readonly accountId: string;
  readonly apiKey: string;
  readonly secret: string;
  readonly passPhrase: string;
  readonly name: string;
  /** Only where a stored key is changed, or replaced by that of a new bot. */
  readonly password: string;
  readonly pairs: readonly string[];
  /** The course that pairs and width came from; empty: chosen by hand. */
  readonly courseId: string;
  /** Percent, as typed. */
  readonly width: string;
  /** The wallet is rebalanced first; then the bot starts by itself. */
  readonly autoRebalance: boolean;
  /** Orders only rest, where the exchange can see to that. */
  readonly postOnly: boolean;
}

export const emptyDraft: SetupDraft = {
  exchangeId: '',
  accountId: '',
  apiKey: '',
  secret: '',
  passPhrase: '',
  name: '',
  password: '',
  pairs: [],
  courseId: '',
  width: '',
  autoRebalance: false,
  postOnly: true,
};

/** The fields of each step. */
export const fieldsOfSteps: readonly (readonly (keyof SetupDraft)[])[] = [
  ['exchangeId', 'accountId', 'name', 'apiKey', 'secret', 'passPhrase', 'password'],
  ['pairs'],
  ['width', 'autoRebalance', 'postOnly'],
];

/** The earliest step that one of these fields is on; null where none is. */
export function stepOf(fields: readonly (keyof SetupDraft)[]): number | null {
  const step = fieldsOfSteps.findIndex((own) => own.some((field) => fields.includes(field)));
  return step < 0 ? null : step;
}

/** What is entered, and whether a key of it went with a reload. */
export interface Progress {
  readonly draft: SetupDraft;
  readonly isKeyLost: boolean;
}

/** What may be stored: secrets may not. */
export const withoutSecrets = ({ draft, isKeyLost }: Progress): Progress => ({
  draft: { ...draft, apiKey: '', secret: '', passPhrase: '', password: '' },
  isKeyLost: isKeyLost || draft.apiKey !== '',
});

/** The last step that what is entered before it leads to: whether it is right, each step says itself. */
export function furthestStep({ name, accountId, apiKey, secret, pairs }: SetupDraft, hasStoredKey: boolean): number {
  if (name === '' || (!hasStoredKey && accountId === '' && (apiKey === '' || secret === ''))) return 0;
  return coversThree(pairs) ? 2 : 1;
}

/** What is wrong with a bot's name, as the name of a text; null where nothing is. */
export const nameProblem = (name: string): 'botNameRequired' | ReturnType<typeof botNameFault> =>
  name === '' ? 'botNameRequired' : botNameFault(name);

/** The key that is entered or chosen; null while something is missing. */
export function keyOfDraft({ accountId, apiKey, secret, passPhrase }: SetupDraft, requiresPassphrase: boolean): GivenKey | null {
  if (accountId) return { exchangeAccountId: accountId };
  if (!apiKey || !secret || (requiresPassphrase && !passPhrase)) return null;
  return { key: apiKey, secret, ...(passPhrase && { passPhrase }) };
}

/** The first account of an exchange whose key is stored; empty where there is none. */
export const firstAccountOf = (exchangeId: string, accounts: readonly Mapped<ExchangeAccount>[]): string =>
  accounts.find(({ exchange, apiKey }) => exchange.id === exchangeId && apiKey !== '')?.id ?? '';
