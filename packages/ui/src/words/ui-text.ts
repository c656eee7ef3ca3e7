import type { ui } from './ja.ts';
import { makeUseText } from './use-text.ts';

/** Texts of this package's own components. */
export const useUiText = makeUseText<{ ui: typeof ui }>();
