/** A rule's answer. A refusal has a stable code and the facts behind it, never prose. */
export type Result<Code extends string> = Accepted | Refused<Code>;

export interface Accepted {
  readonly ok: true;
}

export interface Refused<Code extends string> {
  readonly ok: false;
  readonly code: Code;
  readonly facts: Readonly<Record<string, string | number | readonly string[]>>;
}

export const accepted: Accepted = { ok: true };

export const refused = <Code extends string>(code: Code, facts: Refused<Code>['facts'] = {}): Refused<Code> => ({ ok: false, code, facts });
