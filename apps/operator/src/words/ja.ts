import { kit } from '@tenbin/app-kit/words/ja';
import { ui } from '@tenbin/ui/words/ja';
import { notifications } from '@tenbin/ui/words/notifications/ja';

const operator = {
  overview: '概要',
  signedIn: '運営者画面にログインしています',
  toCome: 'この画面は順次追加されます。',
} as const;

export const words = { ui, kit, notifications, operator } as const;
