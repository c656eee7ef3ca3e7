import type { NewBroadcast } from '@tenbin/db';
import { newId } from '../new-id.ts';

/** To everybody, at once. */
export const newBroadcast = ({ at, ...given }: Partial<NewBroadcast> & Pick<NewBroadcast, 'at'>): NewBroadcast => ({
  kind: 'news',
  subject: { ja: 'お知らせ', en: 'News' },
  body: { ja: '**新機能**のご案内です。', en: 'There is **something new**.' },
  audience: { condition: 'all', userIds: null },
  sendAt: at,
  createdBy: newId(),
  at,
  ...given,
});
