import { makeUseText } from '@tenbin/ui';
import type { kit } from '../words/ja.ts';
import type { security } from '../words/security/ja.ts';

/** Texts of these parts; a front end that shows them has them in its file `security`. */
export const useText = makeUseText<{ security: typeof security; kit: typeof kit }>();
