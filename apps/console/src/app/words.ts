import type { authenticatedWords } from '../words/ja/authenticated.ts';
import type { botPageWords } from '../words/ja/bot-pages.ts';
import type { legalWords } from '../words/ja/legal.ts';
import type { planWords } from '../words/ja/plan.ts';
import type { publicWords } from '../words/ja/public.ts';
import type { securityWords } from '../words/ja/security.ts';
import type { statementWords } from '../words/ja/statement.ts';

/** The console's texts by feature. */
export type Words = typeof publicWords &
  typeof authenticatedWords &
  typeof botPageWords &
  typeof legalWords &
  typeof planWords &
  typeof securityWords &
  typeof statementWords;
