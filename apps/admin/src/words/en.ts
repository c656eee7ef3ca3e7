import { kit } from '@tenbin/app-kit/words/en';
import { ui } from '@tenbin/ui/words/en';
import { notifications } from '@tenbin/ui/words/notifications/en';

const admin = {
  overview: 'Overview',
  signedIn: 'You are signed in to the administration of {{name}}',
  toCome: 'More pages will be added here.',
} as const;

export const words = { ui, kit, notifications, admin } as const;
