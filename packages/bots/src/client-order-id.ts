import { BotsError } from './bots-error.ts';

const largestBotNumber = 2 ** 48 - 1;
/** Enough for 48 bits. */
const botDigits = 10;
/** Enough until the year 2050. */
const sequenceDigits = 7;
const largestSequence = 36 ** sequenceDigits - 1;
const beginning = Date.UTC(2026, 0, 1);
const form = /^T([0-9a-z]{10})([0-9a-z]{7})$/;
/** Ids of orders that were sent before sequences followed the clock. */
const oldForm = /^T([0-9a-z]{10})x([1-9a-z][0-9a-z]{0,4})$/;

/**
 * The id that an order carries on the exchange: `T`, the bot's number in ten digits, the order's sequence in seven, both in
 * base 36. Eighteen characters of `[A-Za-z0-9]`: the strictest length (Kraken) and the strictest alphabet (OKX) of the
 * exchanges that are spoken to.
 *
 * @param botNumber - the bot's own 48-bit number
 * @param sequence - from {@link sequenceAt}; never used twice
 * @throws {DomainError} `clientOrderIdOutOfRange`
 */
export function clientOrderIdOf(botNumber: number, sequence: number): string {
  if (!isBotNumber(botNumber) || !isSequence(sequence)) throw new BotsError('clientOrderIdOutOfRange', { botNumber, sequence });
  return `T${botNumber.toString(36).padStart(botDigits, '0')}${sequence.toString(36).padStart(sequenceDigits, '0')}`;
}

/**
 * The sequence of a bot's next order: hundredths of a second since 2026, or the one after its last, whichever is later.
 * So it does not come again even where the database was restored and knows nothing of the last ones.
 *
 * @param next - one more than the largest that is known
 */
export const sequenceAt = (now: Date, next: number): number => Math.max(next, Math.floor((now.getTime() - beginning) / 10));

/** The way back; null for an id that is not of our form. */
export function parseClientOrderId(id: string): { readonly botNumber: number; readonly sequence: number } | null {
  const [, bot, order] = form.exec(id) ?? oldForm.exec(id) ?? [];
  if (!bot || !order) return null;
  const botNumber = Number.parseInt(bot, 36);
  const sequence = Number.parseInt(order, 36);
  return isBotNumber(botNumber) && isSequence(sequence) ? { botNumber, sequence } : null;
}

/** Whether an order on the exchange was placed by this bot. */
export const isOrderOf = (botNumber: number, clientOrderId: string | null): boolean =>
  clientOrderId !== null && parseClientOrderId(clientOrderId)?.botNumber === botNumber;

const isBotNumber = (value: number): boolean => Number.isSafeInteger(value) && value >= 0 && value <= largestBotNumber;
const isSequence = (value: number): boolean => Number.isSafeInteger(value) && value >= 1 && value <= largestSequence;
