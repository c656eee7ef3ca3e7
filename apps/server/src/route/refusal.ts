import type { ErrorReply, FaultCode } from '@tenbin/contract';

/** What a refusal says besides its code. */
export interface RefusalDetails {
  /** Fill the words of the fault, and stand in the answer. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** By field: what is wrong there, or the fault whose words say it. */
  readonly fields?: Readonly<Record<string, string | { readonly words: FaultCode; readonly facts?: Readonly<Record<string, unknown>> }>>;
  readonly type?: ErrorReply['type'];
  /** For `Retry-After`. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** A handler refuses, in the contract's own codes. */
export class Refusal extends Error {
  readonly code: FaultCode;
  readonly details: RefusalDetails;

  constructor(code: FaultCode, details: RefusalDetails = {}) {
    super(code, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
  }
}
