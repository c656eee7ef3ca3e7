import {
  type Capabilities,
  type ExchangeAccount,
  type ExchangeConnector,
  ExchangeError,
  type ExchangeSettings,
  type KeyRights,
  type OrderRef,
  type OrderReport,
  type OrderRequest,
  type PrivateEvent,
  type Sending,
  type TradesQuery,
} from '@tenbin/exchange';
import type { Fill, PairName, Wallet } from '@tenbin/market';
import { connectExchange } from '@tenbin/testkit/exchange';

/** What happens to the answers of an exchange: every so many are lost, in turn before and after the order arrived. */
export interface Trouble {
  readonly loseEvery: number;
}

/** What the exchange saw that a bot should never do. */
export interface Watched {
  lost: number;
  /** Orders sent while another of their pair was on its way. */
  overlapping: number;
  /** Orders that came into a slot that was taken. */
  doubled: number;
}

/** The virtual exchange through ccxt as one that keeps no ids of ours and pushes nothing. */
export function connectNameless(settings: ExchangeSettings, { loseEvery }: Trouble, watched: Watched) {
  const real = connectExchange(settings, { privateStream: false, pollEveryMs: 200 });
  const capabilities: Capabilities = { ...real.capabilities, clientOrderId: false };
  let sent = 0;
  const isLost = () => {
    sent += 1;
    return sent % loseEvery === 0 ? (sent % (2 * loseEvery) === 0 ? 'before' : 'after') : null;
  };
  const connector: ExchangeConnector & { close(): Promise<void> } = {
    capabilities,
    marketData: () => real.marketData(),
    account: async (credentials) => new NamelessAccount(await real.account(credentials), capabilities, { isLost, watched }),
    close: () => real.close(),
  };
  return connector;
}

interface Given {
  readonly isLost: () => 'before' | 'after' | null;
  readonly watched: Watched;
}

class NamelessAccount implements ExchangeAccount {
  readonly capabilities: Capabilities;
  readonly #real: ExchangeAccount;
  readonly #given: Given;
  readonly #underWay = new Set<PairName>();

  constructor(real: ExchangeAccount, capabilities: Capabilities, given: Given) {
    this.#real = real;
    this.capabilities = capabilities;
    this.#given = given;
  }

  fetchWallet(): Promise<Wallet> {
    return this.#real.fetchWallet();
  }

  fetchKeyRights(): Promise<KeyRights> {
    return this.#real.fetchKeyRights();
  }

  async placeOrder(request: OrderRequest, sending?: Sending): Promise<OrderReport> {
    const { isLost, watched } = this.#given;
    const { pair, side } = request;
    if (this.#underWay.has(pair)) watched.overlapping += 1;
    this.#underWay.add(pair);
    try {
      const open = await this.#real.fetchOpenOrders(pair);
      if (open.some((order) => order.side === side)) watched.doubled += 1;
      const lost = isLost();
      if (lost) watched.lost += 1;
      if (lost === 'before') throw new ExchangeError('lost', { kind: 'unknown', reason: 'deadlinePassed' });
      const report = await this.#real.placeOrder(request, sending);
      if (lost === 'after') throw new ExchangeError('lost', { kind: 'unknown', reason: 'deadlinePassed' });
      return nameless(report);
    } finally {
      this.#underWay.delete(pair);
    }
  }

  async cancelOrder(ref: OrderRef): Promise<OrderReport> {
    return nameless(await this.#real.cancelOrder(byExchangeId(ref)));
  }

  async findOrder(ref: OrderRef): Promise<OrderReport | null> {
    const found = await this.#real.findOrder(byExchangeId(ref));
    return found && nameless(found);
  }

  async fetchOpenOrders(pair: PairName): Promise<OrderReport[]> {
    return (await this.#real.fetchOpenOrders(pair)).map(nameless);
  }

  async fetchFills(pair: PairName, query: TradesQuery): Promise<Fill[]> {
    return (await this.#real.fetchFills(pair, query)).map(nameless);
  }

  subscribe(listener: (event: PrivateEvent) => void): () => void {
    return this.#real.subscribe((event) => {
      if (event.type === 'order') listener({ ...event, order: nameless(event.order) });
      else if (event.type === 'fill') listener({ ...event, fill: nameless(event.fill) });
      else listener(event);
    });
  }

  close(): Promise<void> {
    return this.#real.close();
  }
}

const nameless = <Report extends OrderReport | Fill>(report: Report): Report => ({ ...report, clientOrderId: null });

function byExchangeId(ref: OrderRef): OrderRef {
  if (ref.exchangeOrderId !== null) return { ...ref, clientOrderId: null };
  throw new ExchangeError('this exchange knows its own ids only', { kind: 'rejected', reason: 'notSupported' });
}
