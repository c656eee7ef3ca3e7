import { DomainError } from '@tenbin/market';
import type { ListAsked, ListName, ListView } from '../exchange/account-lists.ts';
import type { VirtualExchange } from '../exchange/virtual-exchange.ts';
import {
  type ArmedFault,
  type Deed,
  type EventFault,
  type ExchangeCall,
  type FaultInput,
  isDeed,
  isEventFault,
  isRequestFault,
  type RequestFault,
} from './fault.ts';
import { viewUnder } from './list-view.ts';
import { type Injected, isOver, meetFault, type Target } from './meet-fault.ts';
import { readFault } from './read-fault.ts';

/** Clients' sockets, as far as faults strike them. Both say how many were struck. */
export interface FaultySockets {
  drop(which: SocketChoice): number;
  silence(which: SocketChoice): number;
}

export interface SocketChoice {
  readonly streams: 'private' | 'public' | 'all';
  readonly account?: string | undefined;
}

/** What an injection did: a fault that stays has an id, a deed has struck so many already. */
export interface Injection {
  readonly id: string | null;
  readonly struck: number;
}

const maxArmed = 1_000;

const callOf: Readonly<Record<ListName, ExchangeCall>> = { order: 'findOrder', openOrders: 'openOrders', orders: 'other', fills: 'fills' };

/**
 * Makes an exchange fail in the ways in which exchanges fail, when and where it is told to. Faults are data
 * (see `fault.ts`); the kit says which one strikes what comes next, the server carries it out.
 */
export class FaultKit {
  readonly #exchange: VirtualExchange;
  readonly #sockets: FaultySockets;
  #armed: readonly Injected[] = [];
  #struck = new Map<string, number>();
  #nextId = 1;

  constructor(exchange: VirtualExchange, sockets: FaultySockets) {
    this.#exchange = exchange;
    this.#sockets = sockets;
  }

  /** What stands, oldest first: of several that fit, the oldest strikes. */
  get armed(): readonly Injected[] {
    this.#forgetOver();
    return this.#armed;
  }

  /** How often each type has struck since the start. */
  get struck(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#struck);
  }

  inject(fault: FaultInput): Injection {
    return this.injectFrom(fault);
  }

  /** The same for what came from outside. @throws {DomainError} `invalidFault`, `tooManyFaults`, and as the exchange refuses a deed: `unknownAccount`, `insufficientFunds`, `lotTooFine` */
  injectFrom(input: unknown): Injection {
    const fault = readFault(input);
    if (isDeed(fault)) {
      const struck = this.#do(fault);
      this.#count(fault.type, struck);
      return { id: null, struck };
    }
    return this.#arm(fault);
  }

  /** @returns whether it was there */
  clear(id: string): boolean {
    const before = this.#armed;
    this.#armed = before.filter((injected) => injected.id !== id);
    this.#followArmed();
    return this.#armed.length < before.length;
  }

  clearAll(): void {
    this.#armed = [];
    this.#followArmed();
  }

  /** @param target - made only when something stands */
  meetRequest(target: () => Target): RequestFault | null {
    return this.#armed.length === 0 ? null : this.#meet(isRequestFault, target());
  }

  meetEvent(target: Target): EventFault | null {
    return this.#meet(isEventFault, target);
  }

  #arm(fault: ArmedFault): Injection {
    this.#forgetOver();
    if (this.#armed.length >= maxArmed) throw new DomainError('tooManyFaults', { most: maxArmed });
    const id = `f${this.#nextId++}`;
    this.#armed = [...this.#armed, { id, fault, injectedAt: this.#exchange.now(), seen: 0, struck: 0 }];
    this.#followArmed();
    return { id, struck: fault.type === 'maintenance' ? this.#sockets.drop({ streams: 'all' }) : 0 };
  }

  #do(deed: Deed): number {
    switch (deed.type) {
      case 'dropStreams':
        return this.#sockets.drop(deed);
      case 'silenceStreams':
        return this.#sockets.silence(deed);
      case 'cancelOrders':
        return this.#exchange.expireOrders(deed);
      case 'changeRules': {
        const { type: _type, pair, ...change } = deed;
        this.#exchange.changeRules(pair, change);
        return 1;
      }
      case 'changeMarket':
        this.#exchange.changeRules(deed.pair, { state: deed.state });
        return 1;
      case 'changeBalance':
        this.#exchange.changeBalance(deed.account, deed.currency, deed.amount);
        return 1;
      case 'changeFeeCoin': {
        const { account, currency, discount, prices } = deed;
        this.#exchange.setFeeCoin(account, currency === undefined ? null : { currency, discount, prices });
        return 1;
      }
      case 'revokeKey':
        this.#exchange.revokeKey(deed.account, deed.key);
        this.#sockets.drop({ streams: 'private', account: deed.account });
        return 1;
      case 'changeMoneyDigits':
        this.#exchange.setMoneyDigits(deed.currency, deed.digits);
        return 1;
      default:
        return deed satisfies never;
    }
  }

  #meet<Kind extends ArmedFault>(isOfKind: (fault: ArmedFault) => fault is Kind, target: Target): Kind | null {
    this.#forgetOver();
    for (const [index, injected] of this.#armed.entries()) {
      if (!isOfKind(injected.fault)) continue;
      const { strikes, after } = meetFault(injected, target);
      if (after !== injected) this.#armed = this.#armed.with(index, after);
      if (!strikes) continue;
      this.#count(injected.fault.type, 1);
      return injected.fault;
    }
    return null;
  }

  #meetMarket(pair: string): number | null {
    const isPartial = (fault: ArmedFault): fault is Extract<ArmedFault, { type: 'partialFills' }> => fault.type === 'partialFills';
    return this.#meet(isPartial, { pair })?.lots ?? null;
  }

  #meetList({ list, account, pair }: ListAsked): ListView | null {
    const target = { call: callOf[list], account, pair };
    type Typed<Type> = Extract<ArmedFault, { type: Type }>;
    const isLag = (fault: ArmedFault): fault is Typed<'lagLists'> => fault.type === 'lagLists' && fault.lists.includes(list);
    const isWithholding = (fault: ArmedFault): fault is Typed<'withholdFills'> => fault.type === 'withholdFills' && list === 'fills';
    const isShuffling = (fault: ArmedFault): fault is Typed<'shuffleFills'> => fault.type === 'shuffleFills' && list === 'fills';
    const trouble = {
      lag: this.#meet(isLag, target),
      withholding: this.#meet(isWithholding, target),
      shuffling: this.#meet(isShuffling, target),
    };
    return viewUnder(trouble, this.#exchange.now());
  }

  /** Markets and lists are asked about only while something strikes them. */
  #followArmed(): void {
    const isAny = (...types: readonly string[]) => this.#armed.some(({ fault }) => types.includes(fault.type));
    this.#exchange.lotsPerFill = isAny('partialFills') ? (pair) => this.#meetMarket(pair) : null;
    this.#exchange.lists.viewOf = isAny('lagLists', 'withholdFills', 'shuffleFills') ? (asked) => this.#meetList(asked) : null;
  }

  #forgetOver(): void {
    const now = this.#exchange.now();
    if (!this.#armed.some((injected) => isOver(injected, now))) return;
    this.#armed = this.#armed.filter((injected) => !isOver(injected, now));
    this.#followArmed();
  }

  #count(type: string, struck: number): void {
    if (struck > 0) this.#struck.set(type, (this.#struck.get(type) ?? 0) + struck);
  }
}
