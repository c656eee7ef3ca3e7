import type { Json } from '../json.ts';

export interface NamedCall {
  /** Who calls. */
  readonly caller: string;
  /** What they named the call. */
  readonly key: string;
  /** Of the call and all that was given with it. */
  readonly requestHash: string;
}

/** What was answered to calls that named themselves: each is done once, however often it comes. */
export interface AnsweredCalls {
  /** What was answered to it before; null where nothing was. @throws {DomainError} `idempotencyKeyReused` */
  find(call: NamedCall): Promise<{ readonly answer: Json } | null>;
  /**
   * Takes the name, until the transaction ends: the same one waits meanwhile. To be called in the transaction of what is done.
   *
   * @returns the first answer where the call was answered before; null: it is to be done
   * @throws {DomainError} `idempotencyKeyReused`: it was another call
   */
  begin(call: NamedCall): Promise<{ readonly answer: Json } | null>;
  /** In the same transaction. */
  answer(call: NamedCall, answer: Json): Promise<void>;
}

/** All organizations' and the platform's. */
export interface AnsweredCallsOfAll {
  /** @returns how many were forgotten */
  forget(before: Date): Promise<number>;
}
