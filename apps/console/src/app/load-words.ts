import type { Language } from '@tenbin/accounts';
import type { App } from '@tenbin/app-kit';
import type { WordFile, WordFiles } from '@tenbin/ui';

type Load = () => Promise<WordFiles>;
interface Parts {
  /** Many files each. */
  readonly joint: readonly Load[];
  /** A file each, by its name. */
  readonly own: Readonly<Record<string, Load>>;
}

/** In parts for each language, fetched when first used: a page must not wait for what is read after it. */
const parts: Record<Language, Parts> = {
  ja: {
    joint: [
      async () => (await import('../words/ja/public.ts')).publicWords,
      async () => (await import('../words/ja/authenticated.ts')).authenticatedWords,
      async () => (await import('../words/ja/bot-pages.ts')).botPageWords,
    ],
    own: {
      legal: async () => (await import('../words/ja/legal.ts')).legalWords,
      plan: async () => (await import('../words/ja/plan.ts')).planWords,
      security: async () => (await import('../words/ja/security.ts')).securityWords,
      statement: async () => (await import('../words/ja/statement.ts')).statementWords,
    },
  },
  en: {
    joint: [
      async () => (await import('../words/en/public.ts')).publicWords,
      async () => (await import('../words/en/authenticated.ts')).authenticatedWords,
      async () => (await import('../words/en/bot-pages.ts')).botPageWords,
    ],
    own: {
      legal: async () => (await import('../words/en/legal.ts')).legalWords,
      plan: async () => (await import('../words/en/plan.ts')).planWords,
      security: async () => (await import('../words/en/security.ts')).securityWords,
      statement: async () => (await import('../words/en/statement.ts')).statementWords,
    },
  },
};

/** A file of texts; an unknown one is empty. */
export async function loadWords(language: Language, file: string): Promise<WordFile> {
  const { joint, own } = parts[language];
  for (const load of own[file] ? [own[file]] : joint) {
    const words = (await load())[file];
    if (words) return words;
  }
  return {};
}

/** Fetches what is read after the login, beside the scripts that show it. */
export const fetchAuthenticatedWords = ({ words }: App): Promise<void> =>
  words.i18n.loadNamespaces([
    'dashboard',
    'bots',
    'bot',
    'rebalance',
    'history',
    'charts',
    'account',
    'affiliate',
    'banners',
    'help',
    'notifications',
  ]);

/** Fetches what is read only where a bot is set up, tried out or looked at closely. */
export const fetchBotWords = ({ words }: App): Promise<void> =>
  words.i18n.loadNamespaces(['timeline', 'causes', 'result', 'setup', 'backtest', 'exchanges']);

/** Fetches what is read only where somebody chooses and pays for a plan. */
export const fetchPlanWords = ({ words }: App): Promise<void> => words.i18n.loadNamespaces(['plan']);

/** Fetches what is read only where somebody looks after their account's security. */
export const fetchSecurityWords = ({ words }: App): Promise<void> => words.i18n.loadNamespaces(['security']);

/** Fetches what is read only in a legal document. */
export const fetchLegalWords = ({ words }: App): Promise<void> => words.i18n.loadNamespaces(['legal']);

/** Fetches what is read only on a monthly statement. */
export const fetchStatementWords = ({ words }: App): Promise<void> => words.i18n.loadNamespaces(['statement']);
