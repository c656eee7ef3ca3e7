import { kit } from '@tenbin/app-kit/words/en';
import { ui } from '@tenbin/ui/words/en';
import { auth } from './auth.ts';
import { failures } from './failures.ts';
import { shell } from './shell.ts';

/** What is read before and around the login. */
export const publicWords = { ui, kit, auth, shell, failures } as const;
