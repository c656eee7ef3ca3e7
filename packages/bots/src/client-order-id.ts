import { DomainError } from '@tenbin/market';

const largestBotNumber = 2 ** 48 - 1;
/** Enough for 48 bits. A fixed length, because `x` is a digit in base 36 and so parts nothing by itself. */
const botDigits = 10;
const form = /^T([0-9a-z]{10})x([1-9a-z][0-9a-z]{0,10})$/;

/**
 * The id that an order carries on the exchange: `T`, the bot's number in ten digits, `x`, the order's sequence, both in
 * base 36. At most 23 characters of `[A-Za-z0-9]`, the strictest alphabet of the exchanges that are spoken to (OKX).
 *
 * @param botNumber - the bot's own 48-bit number
 * @param sequence - counts the bot's orders from 1; never used twice
 * @throws {DomainError} `clientOrderIdOutOfRange`
 */
export function clientOrderIdOf(botNumber: number, sequence: number): string {
  if (!isBotNumber(botNumber) || !isSequence(sequence)) throw new DomainError('clientOrderIdOutOfRange', { botNumber, sequence });
  return `T${botNumber.toString(36).padStart(botDigits, '0')}x${sequence.toString(36)}`;
}

/** The way back; null for an id that is not of our form. */
export function parseClientOrderId(id: string): { readonly botNumber: number; readonly sequence: number } | null {
  const [, bot, order] = form.exec(id) ?? [];
  if (!bot || !order) return null;
  const botNumber = Number.parseInt(bot, 36);
  const sequence = Number.parseInt(order, 36);
  return isBotNumber(botNumber) && isSequence(sequence) ? { botNumber, sequence } : null;
}

/** Whether an order on the exchange was placed by this bot. */
export const isOrderOf = (botNumber: number, clientOrderId: string | null): boolean =>
  clientOrderId !== null && parseClientOrderId(clientOrderId)?.botNumber === botNumber;

const isBotNumber = (value: number): boolean => Number.isSafeInteger(value) && value >= 0 && value <= largestBotNumber;
const isSequence = (value: number): boolean => Number.isSafeInteger(value) && value >= 1;
