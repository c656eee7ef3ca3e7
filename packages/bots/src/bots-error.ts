import { errorsWith } from '@tenbin/market';

/** What this package's rules refuse, and what nobody finds who looks for a bot. */
export interface BotsFacts {
  invalidBotName: { readonly name: string; readonly longest: number };
  botNameTooLong: { readonly name: string; readonly longest: number };
  botAlreadyRunning: null;
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
  clientOrderIdOutOfRange: { readonly botNumber: number; readonly sequence: number };
}

export const BotsError = errorsWith<BotsFacts>();
