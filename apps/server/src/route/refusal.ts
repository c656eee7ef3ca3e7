import type { ErrorReply } from '@tenbin/contract';
import type { CallCode, FactsByCode } from '@tenbin/messages';

type Given = Readonly<Record<string, unknown>> | null;

/** What a refusal says besides its code. */
interface Details {
  /** By field: what is wrong there, or the code whose text says it. Else the route says which field a code is about. */
  readonly fields?: Readonly<Record<string, string | { readonly code: CallCode; readonly facts: Given }>>;
  readonly type?: ErrorReply['type'];
  /** For `Retry-After`. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

type DetailsOf<C extends CallCode> = null extends FactsByCode[C]
  ? [details?: Details & { readonly facts?: FactsByCode[C] }]
  : [details: Details & { readonly facts: FactsByCode[C] }];

/** A handler refuses, in the codes of the catalogue, with the facts of the code: they fill its text, and stand in the answer. */
export class Refusal<C extends CallCode = CallCode> extends Error {
  readonly code: C;
  readonly details: Details & { readonly facts?: Given };

  constructor(code: C, ...[details = {}]: DetailsOf<C>) {
    super(code, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'Refusal';
    this.code = code;
    this.details = details as Details & { readonly facts?: Given };
  }
}

/** A field is missing that not every call of its kind needs, or is wrong in a way that its shape does not show. */
export function invalidField(field: string): Refusal {
  const facts = { fields: field };
  return new Refusal('invalidInput', { facts, fields: { [field]: { code: 'invalidInput', facts } } });
}
