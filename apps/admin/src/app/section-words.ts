import type { Language } from '@tenbin/accounts';
import { refusalWords } from '@tenbin/messages/words';
import type { WordFile } from '@tenbin/ui';

/** A file for each section and language, fetched with the section. Whoever adds a section adds its file here. */
export const sectionWords = {
  plans: {
    ja: async () => (await import('../words/ja/plans.ts')).plans,
    en: async () => (await import('../words/en/plans.ts')).plans,
  },
  money: {
    ja: async () => (await import('../words/ja/money.ts')).money,
    en: async () => (await import('../words/en/money.ts')).money,
  },
  downloads: {
    ja: async () => (await import('../words/ja/downloads.ts')).downloads,
    en: async () => (await import('../words/en/downloads.ts')).downloads,
  },
  mail: {
    ja: async () => (await import('../words/ja/mail.ts')).mail,
    en: async () => (await import('../words/en/mail.ts')).mail,
  },
  unsaved: {
    ja: async () => (await import('../words/ja/unsaved.ts')).unsaved,
    en: async () => (await import('../words/en/unsaved.ts')).unsaved,
  },
  auth: {
    ja: async () => (await import('../words/ja/auth.ts')).auth,
    en: async () => (await import('../words/en/auth.ts')).auth,
  },
  account: {
    ja: async () => (await import('../words/ja/account.ts')).account,
    en: async () => (await import('../words/en/account.ts')).account,
  },
  security: {
    ja: async () => (await import('../words/ja/security.ts')).security,
    en: async () => (await import('../words/en/security.ts')).security,
  },
  administrators: {
    ja: async () => (await import('../words/ja/administrators.ts')).administrators,
    en: async () => (await import('../words/en/administrators.ts')).administrators,
  },
  audit: {
    ja: async () => (await import('../words/ja/audit.ts')).audit,
    en: async () => (await import('../words/en/audit.ts')).audit,
  },
  actions: {
    ja: async () => (await import('@tenbin/messages/actions/ja')).actions,
    en: async () => (await import('@tenbin/messages/actions/en')).actions,
  },
  factNames: {
    ja: async () => (await import('@tenbin/messages/fact-names/ja')).factNames,
    en: async () => (await import('@tenbin/messages/fact-names/en')).factNames,
  },
  factValues: {
    ja: async () => (await import('@tenbin/messages/fact-values/ja')).factValues,
    en: async () => (await import('@tenbin/messages/fact-values/en')).factValues,
  },
  mailNames: {
    ja: async () => (await import('@tenbin/messages/mail-names/ja')).mailNames,
    en: async () => (await import('@tenbin/messages/mail-names/en')).mailNames,
  },
  causeLabels: {
    ja: async () => (await import('@tenbin/messages/cause-labels/ja')).causeLabels,
    en: async () => (await import('@tenbin/messages/cause-labels/en')).causeLabels,
  },
  refusals: {
    ja: async () => refusalWords(await import('@tenbin/messages/refusals/ja'), (await import('@tenbin/messages/causes/ja')).causes),
    en: async () => refusalWords(await import('@tenbin/messages/refusals/en'), (await import('@tenbin/messages/causes/en')).causes),
  },
  brand: {
    ja: async () => (await import('../words/ja/brand.ts')).brand,
    en: async () => (await import('../words/en/brand.ts')).brand,
  },
  settings: {
    ja: async () => (await import('../words/ja/settings.ts')).settings,
    en: async () => (await import('../words/en/settings.ts')).settings,
  },
  overview: {
    ja: async () => (await import('../words/ja/overview.ts')).overview,
    en: async () => (await import('../words/en/overview.ts')).overview,
  },
  administeredBots: {
    ja: async () => (await import('../words/ja/administered-bots.ts')).administeredBots,
    en: async () => (await import('../words/en/administered-bots.ts')).administeredBots,
  },
  savedFilters: {
    ja: async () => (await import('../words/ja/saved-filters.ts')).savedFilters,
    en: async () => (await import('../words/en/saved-filters.ts')).savedFilters,
  },
  users: {
    ja: async () => (await import('../words/ja/users.ts')).users,
    en: async () => (await import('../words/en/users.ts')).users,
  },
  bot: {
    ja: async () => (await import('@tenbin/bot-views/words/ja')).botWords.bot,
    en: async () => (await import('@tenbin/bot-views/words/en')).botWords.bot,
  },
  bots: {
    ja: async () => (await import('@tenbin/bot-views/words/ja')).botWords.bots,
    en: async () => (await import('@tenbin/bot-views/words/en')).botWords.bots,
  },
  charts: {
    ja: async () => (await import('@tenbin/bot-views/words/ja')).botWords.charts,
    en: async () => (await import('@tenbin/bot-views/words/en')).botWords.charts,
  },
  history: {
    ja: async () => (await import('@tenbin/bot-views/words/ja')).botWords.history,
    en: async () => (await import('@tenbin/bot-views/words/en')).botWords.history,
  },
  rebalance: {
    ja: async () => (await import('@tenbin/bot-views/words/ja')).botWords.rebalance,
    en: async () => (await import('@tenbin/bot-views/words/en')).botWords.rebalance,
  },
  causes: {
    ja: async () => (await import('@tenbin/bot-views/words/ja/close')).closeWords.causes,
    en: async () => (await import('@tenbin/bot-views/words/en/close')).closeWords.causes,
  },
  result: {
    ja: async () => (await import('@tenbin/bot-views/words/ja/close')).closeWords.result,
    en: async () => (await import('@tenbin/bot-views/words/en/close')).closeWords.result,
  },
  timeline: {
    ja: async () => (await import('@tenbin/bot-views/words/ja/close')).closeWords.timeline,
    en: async () => (await import('@tenbin/bot-views/words/en/close')).closeWords.timeline,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, () => Promise<WordFile>>>>>;

export type SectionWords = typeof sectionWords;
