import { botSorts } from '@tenbin/bots';
import * as z from 'zod/mini';

/** Apart from what a bot is, since an address may name an order long before any bot is read. */
export const BotSort = z.enum(botSorts);
export type BotSort = z.infer<typeof BotSort>;
