import { kit } from '@tenbin/app-kit/words/en';
import { ui } from '@tenbin/ui/words/en';
import { notifications } from '@tenbin/ui/words/notifications/en';
import { shell } from './shell.ts';

/** What is read before and around every page. */
export const publicWords = { ui, kit, notifications, shell } as const;
