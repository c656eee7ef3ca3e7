import type { Account } from '../accounts/account.ts';
import type { VirtualExchange } from '../exchange/virtual-exchange.ts';
import { intervalOf } from './bar.ts';
import { OkxError } from './okx-error.ts';
import { accountChannel, ordersChannel } from './private-channels.ts';
import { bestChannel, bookChannel, candleChannel, tickerChannel, topChannel, tradesChannel } from './public-channels.ts';
import type { OpenChannel } from './push.ts';

/** Which of the three sockets a client is connected to. */
export type Access = 'public' | 'private' | 'business';

/** What a client subscribes to; it comes back with every push. */
export interface ChannelArgument {
  readonly channel: string;
  readonly instId?: string;
  readonly instType?: string;
}

/** The same channel asked for twice is told once. */
export const nameOf = ({ channel, instId = '', instType = '' }: ChannelArgument): string => [channel, instId, instType].join(':');

export const isPrivate = (channel: string): boolean => channel === 'orders' || channel === 'account';

/** Fields that are no text count as not sent. */
export function readArgument(item: object): ChannelArgument {
  const { channel, instId, instType } = item as Readonly<Record<string, unknown>>;
  return {
    channel: typeof channel === 'string' ? channel : '',
    ...(typeof instId === 'string' ? { instId } : {}),
    ...(typeof instType === 'string' ? { instType } : {}),
  };
}

const noSuchChannel = ({ channel, instId, instType }: ChannelArgument) => {
  const named = [channel, instId ?? instType ?? ''].map((text) => text.slice(0, 60)).join(',');
  return new OkxError('60018', `Wrong URL or channel:${named} doesn't exist. Please use the correct URL, channel and parameters.`);
};

/** What anybody is told of a market on the public socket. */
export const marketChannels: ReadonlyMap<string, typeof tickerChannel> = new Map([
  ['tickers', tickerChannel],
  ['trades', tradesChannel],
  ['bbo-tbt', bestChannel],
  ['books5', topChannel],
  ['books', bookChannel],
]);

/** @throws {OkxError} 60018, 60011 */
export function findChannel(
  exchange: VirtualExchange,
  argument: ChannelArgument,
  { access, account }: { access: Access; account: Account | null },
): OpenChannel {
  const open = access === 'private' ? findPrivate(exchange, argument, account) : findPublic(exchange, argument, access);
  if (!open) throw noSuchChannel(argument);
  return open;
}

/** @throws {OkxError} 60011 */
function findPrivate(exchange: VirtualExchange, argument: ChannelArgument, account: Account | null): OpenChannel | null {
  if (!isPrivate(argument.channel)) return null;
  if (!account) throw new OkxError('60011', 'Please log in');
  if (argument.channel === 'account') return accountChannel(exchange, account);
  const { instType, instId } = argument;
  if (instType !== 'SPOT' && instType !== 'ANY') return null;
  return ordersChannel(exchange, account, instId?.replace('-', '/'));
}

function findPublic(
  exchange: VirtualExchange,
  { channel, instId = '' }: ChannelArgument,
  access: 'public' | 'business',
): OpenChannel | null {
  const market = exchange.markets.get(instId.replace('-', '/'));
  if (!market) return null;
  const live = exchange.live(market.pair);
  if (access === 'business') {
    const interval = channel.startsWith('candle') ? intervalOf(channel.slice('candle'.length)) : undefined;
    return interval ? candleChannel(exchange, live, interval) : null;
  }
  const open = marketChannels.get(channel);
  return open ? open(exchange, live) : null;
}
