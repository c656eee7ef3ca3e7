import { authenticatedWords as authenticatedEn } from '../words/en/authenticated.ts';
import { botPageWords as botPageEn } from '../words/en/bot-pages.ts';
import { legalWords as legalEn } from '../words/en/legal.ts';
import { planWords as planEn } from '../words/en/plan.ts';
import { publicWords as publicEn } from '../words/en/public.ts';
import { securityWords as securityEn } from '../words/en/security.ts';
import { statementWords as statementEn } from '../words/en/statement.ts';
import { authenticatedWords as authenticatedJa } from '../words/ja/authenticated.ts';
import { botPageWords as botPageJa } from '../words/ja/bot-pages.ts';
import { legalWords as legalJa } from '../words/ja/legal.ts';
import { planWords as planJa } from '../words/ja/plan.ts';
import { publicWords as publicJa } from '../words/ja/public.ts';
import { securityWords as securityJa } from '../words/ja/security.ts';
import { statementWords as statementJa } from '../words/ja/statement.ts';

/** All texts of the console, by file: what its pages fetch in parts, at once. */
export const everyWord = {
  ja: { ...publicJa, ...authenticatedJa, ...botPageJa, ...legalJa, ...planJa, ...securityJa, ...statementJa },
  en: { ...publicEn, ...authenticatedEn, ...botPageEn, ...legalEn, ...planEn, ...securityEn, ...statementEn },
} as const;
