/** What the rules of this package refuse, what nobody finds who looks for people, and what goes with each code; null: nothing. */
export interface AccountFacts {
  invalidEmail: null;
  /** `broken`: the rules that it breaks. */
  weakPassword: { readonly broken: readonly string[] };
  currentlyUsedPassword: null;
  verificationCodeWrong: { readonly triesLeft: number };
  verificationCodeExpired: null;
  verificationCodeUsedUp: null;
  invalidActionFlags: { readonly unknown: readonly string[] };
  emailTaken: null;
  userNotFound: { readonly id: string } | null;
  organizationNotFound: { readonly id: string } | null;
  organizationExists: { readonly slug: string };
}
type Code = keyof AccountFacts;

/** A rule's answer. A refusal has a stable code and the facts behind it, never prose. */
export type Result<C extends Code> = Accepted | Refused<C>;

export interface Accepted {
  readonly ok: true;
}

export type Refused<C extends Code> = {
  readonly [K in C]: { readonly ok: false; readonly code: K; readonly facts: AccountFacts[K] };
}[C];

export const accepted: Accepted = { ok: true };

type Given<F> = null extends F ? [facts?: null] : [facts: F];

export const refused = <C extends Code>(code: C, ...[facts]: Given<AccountFacts[C]>): Refused<C> =>
  ({ ok: false, code, facts: facts ?? null }) as Refused<C>;
