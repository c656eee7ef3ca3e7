import type { Route } from '@tenbin/contract';
import { DatabaseClosedError, DatabaseUnavailableError } from '@tenbin/db';
import { ExchangeError, type ExchangeErrorReason } from '@tenbin/exchange';
import { DomainError } from '@tenbin/market';
import { type CallCode, isCallCode } from '@tenbin/messages';
import { PaypalError } from '@tenbin/paypal';
import { Refusal } from './refusal.ts';

/** What an exchange's refusal means to somebody who asked for something with their key. */
function codeOfReason(reason: ExchangeErrorReason) {
  switch (reason) {
    case 'invalidApiKey':
    case 'invalidSecret':
    case 'invalidPassphrase':
    case 'keyRefused':
    case 'badSymbol':
    case 'orderStatusUnreliable':
    case 'minimumsUnreported':
    case 'usdNotPriced':
    case 'exchangeNotTried':
      return reason;
    case 'notSupported':
      return 'keyRightsUnknown';
    default:
      return 'exchangeUnreachable';
  }
}

/** An error as a refusal in the catalogue's codes; null where it is a fault of ours. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof DomainError) {
    const { code, facts } = error;
    return isCallCode(code) ? new Refusal<CallCode>(code, { facts: facts as never, cause: error }) : null;
  }
  if (error instanceof ExchangeError) {
    const seconds = error.retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.ceil(error.retryAfterMs / 1000) };
    return new Refusal(codeOfReason(error.reason), { ...seconds, cause: error });
  }
  if (error instanceof PaypalError) {
    if (error.kind === 'rejected') return new Refusal('paymentProviderRefused', { cause: error });
    const facts = { seconds: payAgainSeconds };
    return new Refusal('paymentProviderUnavailable', { facts, retryAfterSeconds: payAgainSeconds, cause: error });
  }
  if (error instanceof DatabaseUnavailableError || error instanceof DatabaseClosedError)
    return new Refusal('databaseUnavailable', { facts: { seconds: askAgainSeconds }, retryAfterSeconds: askAgainSeconds, cause: error });
  return null;
}

const payAgainSeconds = 30;
/** A database that restarts is back within a few seconds. */
const askAgainSeconds = 5;

/** A refusal with the field that it is about on this route, so that a form can show it there. */
export function onField(refusal: Refusal, { fieldOf }: Pick<Route, 'fieldOf'>): Refusal {
  const { code, details } = refusal;
  const field = fieldOf[code];
  if (field === undefined || details.fields) return refusal;
  const fields = { [field]: { code, facts: details.facts ?? null } };
  return new Refusal<CallCode>(code, { ...details, fields, facts: details.facts as never });
}
