import type { Mapped, Subscription } from '@tenbin/contract';

export const hasEnded = ({ status }: Pick<Mapped<Subscription>, 'status'>): boolean => status === 'cancelled' || status === 'expired';
