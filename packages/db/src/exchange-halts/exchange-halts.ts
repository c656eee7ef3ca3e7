/** One of our addresses, as an exchange sees it. */
export interface HaltedAddress {
  /** The exchange's address, or its name at ccxt. */
  readonly exchange: string;
  /** Which of our addresses. */
  readonly from: string;
}

/** Until when exchanges let nobody call from an address of ours. Times are the database's. */
export interface ExchangeHalts {
  /** Longer halts win. Those that are over are forgotten with it. */
  extend(address: HaltedAddress, forMs: number): Promise<void>;
  /** @returns ms; 0 when calls may go out */
  remainingMs(address: HaltedAddress): Promise<number>;
}
