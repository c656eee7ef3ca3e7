import type { listOrders, Route, RouteOutput, RouteReply } from '@tenbin/contract';
import type { AnyBotRow } from '@tenbin/db';
import type { Owner } from '../../route/caller.ts';
import type { Asking } from '../../route/implement.ts';

/** A call that names a bot in its path. */
export type BotRoute<Query extends Route['query'], Reply extends Route['reply']> = Route<
  (typeof listOrders)['params'],
  Query,
  undefined,
  Reply,
  undefined
>;

/** Of a bot that was deleted no more is known than which one it was. */
export type IdentifiedBot = Pick<AnyBotRow, 'id'>;

/**
 * What a call answers of a bot that its surface has reached. It is read with what its owner has, and counts towards what that
 * one may ask of an exchange, whoever reads it.
 */
export type BotRead<R, Bot extends IdentifiedBot = AnyBotRow> = (
  bot: Bot,
  asked: RouteOutput<R> & Asking<Owner, 'caller'>,
) => Promise<RouteReply<R>>;
