import { botWords } from '@tenbin/bot-views/words/en';
import { notifications } from '@tenbin/ui/words/notifications/en';
import { account } from './account.ts';
import { affiliate } from './affiliate.ts';
import { banners } from './banners.ts';
import { dashboard } from './dashboard.ts';
import { help } from './help.ts';

/** What is read after the login, on most pages. */
export const authenticatedWords = { ...botWords, account, affiliate, banners, dashboard, help, notifications } as const;
