/**
 * Plays two months of two bots on the real parts, says where they can be looked at, and what the exchange's own rows make of
 * them. It ends when its input does.
 */
import { once } from 'node:events';
import { listBots } from '@tenbin/contract';
import { standOf } from '../../apps/standalone/src/testing/books-by-hand.ts';
import { type Exact, rounded, times, told, toNumber } from '../../apps/standalone/src/testing/exact.ts';
import { PublicPrices } from '../../apps/standalone/src/testing/moved-market.ts';
import { addLines, type Line, type Stated, statedOf } from '../../apps/standalone/src/testing/statements-by-hand.ts';
import { openStage, type Told } from '../../apps/standalone/src/testing/trading-stage.ts';
import { monthsInUtc, tradeForTwoMonths, twoMonths } from '../../apps/standalone/src/testing/two-months.ts';
import type { CardInYen, PlayedMonths, StatedPart } from './played-months.ts';

const cents = (amount: Exact): string => told(rounded(amount, 2));

/** Parts added up, as they are told: what each of several bots earned in basis points adds up to nothing. */
function partOf(title: string | null, stated: readonly Stated[]): StatedPart {
  const usdOf = (part: keyof Stated['usd']) => stated.reduce((total, { usd }) => total + usd[part], 0n);
  const lines: Record<string, Line> = {};
  const outside: Record<string, Exact> = {};
  for (const one of stated) {
    for (const [coin, line] of Object.entries(one.lines)) lines[coin] = addLines(lines[coin], line);
    for (const [coin, fee] of Object.entries(one.outsideFees)) outside[coin] = (outside[coin] ?? 0n) + fee;
  }
  const row = ({ opening, flows, traded, fees, rounding, closing }: Line) => [opening, flows, traded, -fees, rounding, closing].map(told);
  return {
    title,
    usd: {
      ...{ opening: cents(usdOf('opening')), flows: cents(usdOf('flows')), result: cents(usdOf('result')) },
      ...{ closing: cents(usdOf('closing')), fees: cents(usdOf('fees')) },
    },
    outsideFees: Object.entries(outside).flatMap(([coin, fee]) => (fee === 0n ? [] : [[coin, told(fee)] as const])),
    volume: cents(stated.reduce((total, { volume }) => total + volume, 0n)),
    fills: stated.reduce((total, { trades }) => total + trades, 0),
    basisPoint: title === null ? null : stated.reduce((total, { basisPoint }) => total + basisPoint, 0),
    rows: Object.fromEntries(Object.entries(lines).map(([coin, line]) => [coin, row(line)])),
  };
}

function cardOf({ bot, books, looks }: Told, yen: Exact): CardInYen {
  const now = looks.at(-1);
  if (!now) throw new Error('nobody looked');
  const stand = standOf(books, now);
  const [inYen, rate] = [(usd: Exact) => toNumber(times(usd, yen)), toNumber(yen)];
  const trading = stand.earned * rate;
  return {
    ...{ botId: bot.id, rate },
    ...{ worth: inYen(stand.worth), change: inYen(stand.result), trading, fees: inYen(-stand.fees) },
    ...{ price: inYen(stand.result + stand.fees) - trading, againstHolding: inYen(stand.againstHolding) },
  };
}

const closing: (() => Promise<void>)[] = [];
const stage = await openStage(twoMonths, (close) => void closing.push(close));
const { first, second } = await tradeForTwoMonths(stage);
await stage.put('USDT/JPY', 148.317);
const yen = (await new PublicPrices(stage.floor.served.url).middles(['USDT/JPY']))['USDT/JPY'] ?? 0n;
const all = await Promise.all([first, second].map(stage.read));
const names = new Map((await stage.client.call(listBots, { query: {} })).map(({ id, name }) => [id, name]));
const played: PlayedMonths = {
  url: stage.server.url,
  key: stage.keyOf('user'),
  statements: monthsInUtc.map(({ month, ...bounds }) => {
    const stated = all.map((one) => statedOf(one, bounds));
    return { month, parts: [partOf(null, stated), ...all.map(({ bot }, at) => partOf(names.get(bot.id) ?? '', stated.slice(at, at + 1)))] };
  }),
  cards: all.map((one) => cardOf(one, yen)),
};
process.stdout.write(`${JSON.stringify(played)}\n`);
await once(process.stdin.resume(), 'end');
for (const close of closing.reverse()) await close();
process.exit(0);
