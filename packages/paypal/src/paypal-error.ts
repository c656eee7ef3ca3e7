/**
 * - `transient`: nothing was done, or what was asked may be asked again; later it may work.
 * - `rejected`: PayPal says no, by its `issue`.
 * - `unknown`: it may have been done or not; the resource tells.
 */
export type PaypalErrorKind = 'transient' | 'rejected' | 'unknown';

/** A call that came to nothing. Says what PayPal said, never what was sent. */
export class PaypalError extends Error {
  readonly kind: PaypalErrorKind;
  /** Null: there was no answer. */
  readonly status: number | null;
  /** 'UNPROCESSABLE_ENTITY' */
  readonly errorName: string | null;
  /** What to branch on: 'SUBSCRIPTION_STATUS_INVALID'. */
  readonly issues: readonly string[];
  /** For PayPal's support. */
  readonly debugId: string | null;

  constructor(
    kind: PaypalErrorKind,
    details: Partial<Pick<PaypalError, 'status' | 'errorName' | 'issues' | 'debugId'>> & ErrorOptions & { what: string },
  ) {
    const { what, status = null, errorName = null, issues = [], debugId = null, cause } = details;
    super([what, status, errorName, ...issues, debugId].filter((part) => part !== null).join(' '), { cause });
    this.name = 'PaypalError';
    this.kind = kind;
    this.status = status;
    this.errorName = errorName;
    this.issues = issues;
    this.debugId = debugId;
  }
}

export const hasIssue = (error: unknown, issue: string): boolean => error instanceof PaypalError && error.issues.includes(issue);
/** Of a resource that is not there, or is another account's. */
export const isNotFound = (error: unknown): boolean => error instanceof PaypalError && error.status === 404;
