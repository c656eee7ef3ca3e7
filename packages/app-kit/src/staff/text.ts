import { makeUseText } from '@tenbin/ui';
import type { kit } from '../words/ja.ts';
import type { staffPasswords } from '../words/passwords/ja.ts';
import type { security } from '../words/security/ja.ts';
import type { account, audit, bill, members } from '../words/staff/ja.ts';

type Names = Readonly<Record<string, string>>;

/**
 * Texts of these pages; a front end that shows them has them in its files of these names, a bill's among those of money, and what
 * roles are called among those around every page.
 */
export const useText = makeUseText<{
  kit: typeof kit;
  auth: typeof staffPasswords & Readonly<Record<'forgotHelp' | 'sent', string>>;
  security: typeof security;
  account: typeof account;
  audit: typeof audit;
  money: typeof bill;
  actions: Names;
  factNames: Names;
  factValues: Names;
  refusals: Names;
  shell: Names;
  administrators: typeof members & Readonly<Record<'title' | 'members' | 'inviteTitle' | 'removeTitle' | 'removeHelp', string>>;
}>();
