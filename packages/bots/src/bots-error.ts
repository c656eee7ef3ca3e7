import { type Currency, type Decimal, errorsWith } from '@tenbin/market';

/** How much is asked for, and how much of it there is. */
type Lacking = {
  readonly currency: Currency;
  readonly needed: Decimal;
  readonly free: Decimal;
};

/** What this package's rules refuse, and what nobody finds who looks for a bot. */
export interface BotsFacts {
  invalidBotName: { readonly name: string; readonly longest: number };
  botNameTooLong: { readonly name: string; readonly longest: number };
  botRunning: null;
  botStopping: null;
  rebalanceUnderWay: null;
  botNotFound: { readonly id: string } | null;
  exchangeAccountNotFound: { readonly id: string } | null;
  /** Its key is entered for another account already. */
  apiKeyInUse: null;
  /** The same for what the key opens. */
  exchangeAccountInUse: null;
  searchTooBroad: null;
  /** Of a virtual account. */
  ledgerLacksFunds: Lacking;
  /** Of what no virtual account has of the wallet. */
  restLacksFunds: Lacking;
  ledgerFrozen: null;
  ledgerOverdrawn: null;
  ledgerClosed: null;
  /** Something is open, or something is left: it cannot be closed. */
  ledgerNotEmpty: null;
  sameLedger: null;
  /** All that is free shall go, and none is. */
  nothingToTransfer: { readonly currency: Currency };
  amountZero: null;
  /** `most`: decimals. */
  amountTooFine: { readonly most: number };
  movementNotReversible: null;
  clientOrderIdOutOfRange: { readonly botNumber: number; readonly sequence: number };
}

export const BotsError = errorsWith<BotsFacts>();
