import type { getHealth, Mapped, RouteReply } from '@tenbin/contract';

export type ShownHealth = Mapped<RouteReply<typeof getHealth>>;
