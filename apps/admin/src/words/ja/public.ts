import { kit } from '@tenbin/app-kit/words/ja';
import { ui } from '@tenbin/ui/words/ja';
import { notifications } from '@tenbin/ui/words/notifications/ja';
import { shell } from './shell.ts';

/** What is read before and around every page. */
export const publicWords = { ui, kit, notifications, shell } as const;
