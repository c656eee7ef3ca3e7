import { languages } from '@tenbin/accounts';
import { botStates } from '@tenbin/bots';
import { candleIntervals, sides } from '@tenbin/market';
import * as z from 'zod/mini';
import { pairPattern } from './patterns.ts';

/** Shapes that several calls share. */

/**
 * A text from outside, and the only way to take one: what is too long is refused before a pattern is tried on it.
 *
 * @param most - characters
 */
export const text = (most: number, { least, pattern }: { readonly least?: number; readonly pattern?: RegExp } = {}): z.ZodMiniString =>
  z
    .string()
    .check(
      z.maxLength(most, { abort: true }),
      ...(least === undefined ? [] : [z.minLength(least)]),
      ...(pattern ? [z.regex(pattern)] : []),
    );

/** Values by name, `most` of them at most. */
export const named = <T extends z.ZodMiniType>(most: number, value: T, name: z.ZodMiniString = text(100)) =>
  z.record(name, value).check(z.refine((values) => Object.keys(values).length <= most));

export const Id = text(36).check(z.uuid());
export const ById = z.object({ id: Id });

export const DecimalText = text(60, { pattern: /^-?(?:\d+(?:\.\d*)?|\.\d+)$/ });
/** One that is not below zero. */
export const UnsignedDecimalText = text(60, { pattern: /^(?:\d+(?:\.\d*)?|\.\d+)$/ });
export const Amounts = named(100, DecimalText);
export const PairText = text(41, { pattern: pairPattern });
export const Side = z.enum(sides);
/** How a bot stands, as screens tell it. */
export const BotState = z.enum(botStates);
export const CurrencyText = text(20, { pattern: /^[A-Z0-9]+$/ });
/** Pairs that are not offered, each once however often it is named. */
export const OmittedPairs = z.pipe(
  z.array(PairText).check(z.maxLength(500)),
  z.transform((pairs) => [...new Set(pairs)]),
);
/** A number in an address. An empty text is none. */
export const NumberText = z.pipe(
  z.union([z.number(), text(40, { pattern: /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:e-?\d{1,3})?$/i })]),
  z.transform(Number),
);

/** From one candle to the next. */
export const CandleInterval = z.enum(candleIntervals);
/** One of the exchanges that the organization offers, by id or by name; the first one where none is named. */
export const ExchangeChoice = text(100, { least: 1 });
export const IsoTime = text(40).check(z.iso.datetime());
export const Language = z.enum(languages);

const isoForm = /^(\d{4}-\d\d-(\d\d))(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** @returns NaN: it is none */
function momentOf(iso: string): number {
  const [, date = '', day, zone] = isoForm.exec(iso) ?? [];
  // A day that its month has not got would be one of the next.
  if (new Date(date).getUTCDate() !== Number(day)) return Number.NaN;
  return Date.parse(zone || iso === date ? iso : `${iso}Z`);
}

/** The day after any moment still has a year of four digits. */
const latestYear = 9998;

/** A moment from outside: epoch milliseconds or ISO 8601, in UTC unless it says otherwise. Leaves as a Date. */
export const Moment = z.pipe(
  z.union([text(40), z.number()]),
  z.transform((value, context) => {
    const at = new Date(typeof value === 'number' || /^-?\d{1,16}$/.test(value) ? Number(value) : momentOf(value));
    const year = at.getUTCFullYear();
    if (!(year >= 1970 && year <= latestYear)) {
      context.issues.push({ code: 'custom', input: value });
      return z.NEVER;
    }
    return at;
  }),
);

const wholeNumber = (maximum: number, fallback: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(maximum)), fallback);

/** Further back a list is read by its period. */
const furthest = 1_000_000;

/** @param most - the largest page */
export const pageFields = (most: number) => ({
  offset: wholeNumber(furthest, 0),
  limit: wholeNumber(most, 20),
});

/** The same for lists that the specification pages with `skip`. */
export const skipFields = (most: number) => ({
  skip: wholeNumber(furthest, 0),
  limit: wholeNumber(most, 20),
});

export const periodFields = { start: z.optional(Moment), end: z.optional(Moment) };

/** A month in an address. */
export const monthFields = {
  year: z.optional(z.coerce.number().check(z.int(), z.minimum(2000), z.maximum(9999))),
  month: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(12))),
};

/** 'yyyy/mm' */
export const MonthText = text(7, { pattern: /^20\d\d\/(?:0[1-9]|1[0-2])$/ });

/** A yes or no in an address. */
export const Flag = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false', '1', '0'])]),
  z.transform((value) => value === true || value === 'true' || value === '1'),
);

/** As in `Asia/Tokyo`. */
export const TimeZone = text(60, { least: 1 }).check(
  z.refine((timeZone) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone }) !== null;
    } catch {
      return false;
    }
  }),
);

/** Of the times that are told. */
export const timeZoneField = { timeZone: z._default(TimeZone, 'Asia/Tokyo') };

/** How rows are written: for a spreadsheet with a byte order mark and times that it reads, else in ISO 8601 with the distance to UTC. */
export const excelField = { excel: z.optional(Flag) };
export const csvFields = { ...excelField, ...timeZoneField };
/** The same of an organization's administrators: where they name no clocks, the organization's count. */
export const organizationCsvFields = { ...excelField, timeZone: z.optional(TimeZone) };

/** Characters of a list, or of amounts, that are written as one text. */
const maxWritten = 2000;

/** A list in an address: 'BTC/USDT,ETH/USDT', or a JSON array of texts. */
export const listOf = <T extends z.ZodMiniType>(item: T, most = 20) =>
  z.pipe(
    z.pipe(
      z.union([text(maxWritten, { least: 1 }), z.array(text(100)).check(z.maxLength(most))]),
      z.transform((value) => {
        if (typeof value !== 'string') return value;
        if (!value.startsWith('[')) return value.split(',').map((part) => part.trim());
        try {
          return JSON.parse(value) as unknown;
        } catch {
          return value;
        }
      }),
    ),
    z.array(item).check(z.minLength(1), z.maxLength(most)),
  );

/** Amounts in an address: JSON, or 'BTC:0.1,ETH:2'. */
export const AmountsText = z.pipe(
  z.pipe(
    z.union([text(maxWritten, { least: 1 }), Amounts]),
    z.transform((value) => {
      if (typeof value !== 'string') return value;
      if (!value.startsWith('{'))
        return Object.fromEntries(value.split(',').map((part) => part.split(':').map((text) => text.trim()))) as unknown;
      try {
        return Object.fromEntries(
          Object.entries(JSON.parse(value) as Record<string, unknown>).map(([key, amount]) => [key, String(amount)]),
        ) as unknown;
      } catch {
        return value;
      }
    }),
  ),
  Amounts,
);

export const Success = z.object({ success: z.boolean() });
export const Count = z.object({ count: z.number() });
/** In USD, 4 decimals. */
export const Volume = z.object({ volume: z.number() });

/** Reads of one account at an exchange; the names are the specification's. */
export const credentialFields = {
  key: text(500, { least: 1 }),
  secret: text(5000, { least: 1 }),
  passPhrase: z.optional(text(200)),
};
