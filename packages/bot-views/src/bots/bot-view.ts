import type { Bot, Mapped } from '@tenbin/contract';

/** A bot as the pages see it. */
export type BotView = Mapped<Bot>;
