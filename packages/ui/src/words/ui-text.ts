import type { ui } from './ja.ts';
import type { notifications } from './notifications/ja.ts';
import { makeUseText } from './use-text.ts';

/** Texts of this package's own components. */
export const useUiText = makeUseText<{ ui: typeof ui }>();

/** Those that are read only where there is a bell. */
export const useNotificationText = makeUseText<{ notifications: typeof notifications }>();
