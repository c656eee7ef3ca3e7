import { makeUseText } from '@tenbin/ui';
import type { kit } from './ja.ts';

/** Texts of this package's own screens. */
export const useKitText = makeUseText<{ kit: typeof kit }>();
