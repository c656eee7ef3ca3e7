import { makeUseText, type WordFile } from '@tenbin/ui';
import type { kit } from '../words/ja.ts';
import type { passwords } from '../words/passwords/ja.ts';

/** What a front end says itself where a password is set by a link: what that does differs from one to another. */
export type OwnPasswordWords = WordFile &
  Readonly<
    Record<'forgotHelp' | 'resetTitle' | 'passwordEffects' | 'resetDoneTitle' | 'resetDone' | 'resetLinkInvalid' | 'resetLinkHelp', string>
  >;

export interface PasswordWords {
  readonly auth: typeof passwords;
  readonly kit: typeof kit;
}

/** Texts of these parts; a front end that shows them has them in its file `auth`, beside its own. */
export const useText = makeUseText<{ auth: typeof passwords & OwnPasswordWords; kit: typeof kit }>();
