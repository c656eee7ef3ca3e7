import { type FaultCode, isFaultCode } from '@tenbin/contract';
import { DatabaseClosedError, DatabaseUnavailableError } from '@tenbin/db';
import { ExchangeError, type ExchangeErrorReason } from '@tenbin/exchange';
import { DomainError } from '@tenbin/market';
import { Refusal, type RefusalDetails } from './refusal.ts';

/** Codes of rules and of the database that the API calls otherwise. */
const renamed: Readonly<Record<string, FaultCode>> = {
  emailAlreadyRegistered: 'emailTaken',
  userNotFound: 'notFound',
  exchangeAccountNotFound: 'notFound',
  pairNotAvailable: 'pairNotOffered',
  valueTooSmall: 'minimumValue',
  amountTooSmall: 'minimumValue',
  noJointCandles: 'noCandles',
  gridTooFine: 'tooManyDigits',
  tooManyCandles: 'backtestTooLarge',
  tooManyTrades: 'backtestTooLarge',
  rewardNotPositive: 'orderWidthOutOfRange',
};

/** What the API calls a rule's code; null where it is no refusal to a caller. */
export function faultOfCode(code: string): FaultCode | null {
  const name = renamed[code] ?? code;
  return isFaultCode(name) ? name : null;
}

/** The field that a refusal is about, where a form shows it. */
const fieldOf: Partial<Record<FaultCode, string>> = {
  emailTaken: 'email',
  invalidEmail: 'email',
  weakPassword: 'password',
  referralCodeRequired: 'referralCode',
  invalidReferralCode: 'referralCode',
  emailOrPassword: 'emailOrPassword',
  emailVerified: 'emailVerified',
  verificationCodeWrong: 'code',
  verificationCodeExpired: 'code',
  verificationCodeUsedUp: 'code',
  passwordRequired: 'password',
  wrongPassword: 'password',
  invalidActionFlags: 'actionFlags',
  invalidBotName: 'name',
  botNameTooLong: 'name',
  invalidCurrencyPairName: 'pairs',
  duplicatePair: 'pairs',
  pairNotOffered: 'pairs',
  notThreeCurrencies: 'pairs',
  orderWidthOutOfRange: 'delta',
  orderWidthTooSmall: 'delta',
  minimumValue: 'messageOfMinValue',
  priceOutOfRange: 'messageOfOutOfConfigurePrice',
  noCandles: 'startDate',
  noPairs: 'pairs',
  tooManyPairs: 'pairs',
  pairsNotConnected: 'pairs',
  crossNotPossible: 'pairs',
  feeOutOfRange: 'tradingFee',
  tooManyDigits: 'balance',
  exchangeNotFound: 'exchange',
  periodInvalid: 'endDate',
  periodTooLong: 'startDate',
  apiKeyInUse: 'apiKey',
  exchangeAccountInUse: 'apiKey',
  organizationExists: 'slug',
  invalidApiKey: 'apiKey',
  invalidSecret: 'secret',
  invalidPassphrase: 'passPhrase',
  passphraseRequired: 'passPhrase',
};

/** What an exchange's refusal means to somebody who asked for something with their key. */
function faultOfReason(reason: ExchangeErrorReason): FaultCode {
  switch (reason) {
    case 'invalidApiKey':
    case 'invalidSecret':
    case 'invalidPassphrase':
    case 'keyRefused':
    case 'orderFateNotTold':
    case 'minimumsNotTold':
    case 'usdNotPriced':
    case 'exchangeNotTried':
      return reason;
    case 'badSymbol':
      return 'pairNotOffered';
    case 'notSupported':
      return 'keyRightsUnknown';
    default:
      return 'exchangeUnreachable';
  }
}

/**
 * An error as a refusal in the contract's codes; null where it is a fault of ours.
 * The field that it is about is named, so that a form can show it there.
 */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return named(error.code, error.details);
  if (error instanceof DomainError) {
    const code = faultOfCode(error.code);
    return code && named(code, { facts: error.facts, cause: error });
  }
  if (error instanceof ExchangeError) {
    const seconds = error.retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.ceil(error.retryAfterMs / 1000) };
    return named(faultOfReason(error.reason), { ...seconds, cause: error });
  }
  if (error instanceof DatabaseUnavailableError || error instanceof DatabaseClosedError)
    return new Refusal('databaseUnavailable', { facts: { seconds: askAgainSeconds }, retryAfterSeconds: askAgainSeconds, cause: error });
  return null;
}

/** A database that restarts is back within a few seconds. */
const askAgainSeconds = 5;

function named(code: FaultCode, details: RefusalDetails): Refusal {
  const field = fieldOf[code];
  if (!field || details.fields) return new Refusal(code, details);
  return new Refusal(code, { ...details, fields: { [field]: { words: code, ...(details.facts ? { facts: details.facts } : {}) } } });
}
