import { kit } from '@tenbin/app-kit/words/en';
import { ui } from '@tenbin/ui/words/en';
import { notifications } from '@tenbin/ui/words/notifications/en';

const operator = {
  overview: 'Overview',
  signedIn: 'You are signed in as an operator of the platform',
  toCome: 'More pages will be added here.',
} as const;

export const words = { ui, kit, notifications, operator } as const;
