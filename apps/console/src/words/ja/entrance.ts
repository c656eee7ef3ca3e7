import { ui } from '@tenbin/ui/words/ja';
import { auth } from './auth.ts';
import { shell } from './shell.ts';

/** What is read before and around the login. */
export const entrance = { ui, auth, shell } as const;
