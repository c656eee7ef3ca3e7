import type { Wallet } from '@tenbin/market';
import { type OthersHoldings, othersOf, type Position } from './position.ts';

/** The wallet of an exchange account, as one of its bots is told of it. */
export interface WalletSeen {
  /** Before the question was sent. */
  readonly askedAt: Date;
  readonly wallet: Wallet;
  /** What the account's other bots hold of it; null where something was under way while it was asked for. */
  readonly others: OthersHoldings | null;
  /** How many changes of its orders there were until then. */
  readonly changes: number;
}

/** A bot of the account. */
export interface Member {
  position(): Position;
  onWallet(seen: WalletSeen): void;
}

/** The bots of one exchange account in this process: the common wallet is asked for once for all of them. */
export class AccountBook {
  readonly #members = new Set<Member>();
  #checking: Promise<void> | null = null;

  /** @returns leaves again */
  join(member: Member): () => void {
    this.#members.add(member);
    return () => this.#members.delete(member);
  }

  /**
   * Fetches the wallet and tells every bot of the account.
   *
   * @throws {ExchangeError}
   */
  check(askedAt: Date, fetchWallet: () => Promise<Wallet>): Promise<void> {
    this.#checking ??= this.#check(askedAt, fetchWallet).finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  async #check(askedAt: Date, fetchWallet: () => Promise<Wallet>): Promise<void> {
    const before = this.#positions();
    const wallet = await fetchWallet();
    const positions = this.#positions();
    const stoodStill = before.size === positions.size && [...positions].every(([member, now]) => isSame(before.get(member), now));
    for (const [member, { id, changes }] of positions) {
      const others = [...positions].flatMap(([other, position]) => (other === member ? [] : [position]));
      member.onWallet({ askedAt, wallet, changes, others: stoodStill ? othersOf(id, others) : null });
    }
  }

  #positions(): Map<Member, Position> {
    return new Map([...this.#members].map((member) => [member, member.position()]));
  }
}

const isSame = (before: Position | undefined, now: Position): boolean =>
  before?.isAtRest === true && now.isAtRest && before.changes === now.changes;
