import type { VirtualExchange } from '@tenbin/exchange-virtual';

/** An account is at rest again when nothing of it was heard for so long and all its orders are open. */
const quietMs = 250;
/** One that does not come to rest holds nobody up longer. */
const maxMs = 60_000;

interface Busy {
  /** Of the market, in which it was filled last. */
  minute: number;
  readonly since: number;
  lastEventAt: number;
}

/** Accounts whose bots have not answered yet to what was filled of theirs. */
export class BusyAccounts {
  readonly #exchange: VirtualExchange;
  readonly #ordersAtRest: number;
  readonly #busy = new Map<string, Busy>();
  fills = 0;
  /** How often one did not come to rest. */
  restless = 0;
  /** Orders that came while another one of the same account, pair and side was open. */
  doubles = 0;

  /** @param minuteNow - of the market */
  constructor(exchange: VirtualExchange, { ordersAtRest, minuteNow }: { ordersAtRest: number; minuteNow: () => number }) {
    this.#exchange = exchange;
    this.#ordersAtRest = ordersAtRest;
    exchange.onAccount.subscribe((event) => {
      if (event.type !== 'order') return;
      const now = Date.now();
      const busy = this.#busy.get(event.account);
      if (busy) busy.lastEventAt = now;
      if (event.execution === 'new' && this.#hasAnother(event.account, event.order)) this.doubles += 1;
      if (event.execution !== 'trade') return;
      this.fills += 1;
      if (busy) busy.minute = minuteNow();
      else this.#busy.set(event.account, { minute: minuteNow(), since: now, lastEventAt: now });
    });
  }

  get size(): number {
    return this.#busy.size;
  }

  /** The minute of the market that an account is busy with; undefined while it is at rest. */
  minuteOf(account: string | undefined): number | undefined {
    return account === undefined ? undefined : this.#busy.get(account)?.minute;
  }

  /** Lets go of those that are at rest. */
  look(): void {
    const now = Date.now();
    for (const [account, { since, lastEventAt }] of this.#busy) {
      const open = this.#exchange.accounts.get(account)?.openOrders.size ?? 0;
      const isAtRest = now - lastEventAt >= quietMs && open >= this.#ordersAtRest;
      if (!isAtRest && now - since < maxMs) continue;
      if (!isAtRest) this.restless += 1;
      this.#busy.delete(account);
    }
  }

  #hasAnother(id: string, { id: own, pair, side }: { readonly id: number; readonly pair: string; readonly side: string }): boolean {
    const open = this.#exchange.accounts.get(id)?.openOrders.values() ?? [];
    return [...open].some((order) => order.id !== own && order.pair === pair && order.side === side);
  }
}
