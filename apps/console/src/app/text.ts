import { makeUseText } from '@tenbin/ui';
import type { Words } from './words.ts';

/** The console's texts by feature. */
export const useText = makeUseText<Words>();
