import * as z from 'zod/mini';
import { text } from '../shapes.ts';

/** What `navigator.credentials` is asked with, in the JSON of WebAuthn level 3, and what goes back with its answer. */
export const PasskeyRequest = z.object({ state: z.string(), options: z.record(z.string(), z.unknown()) });

export const PasskeyState = text(3000);

const Base64Url = text(8000, { pattern: /^[\w-]*$/ });
const credential = { id: text(1400, { pattern: /^[\w-]+$/ }), rawId: text(1400, { pattern: /^[\w-]+$/ }), type: z.literal('public-key') };

/** Of a passkey that was made. */
export const NewPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: text(20_000, { pattern: /^[\w-]*$/ }),
    transports: z.optional(z.array(text(20)).check(z.maxLength(10))),
  }),
});

/** Of one that was used. */
export const PasskeySignature = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: z.optional(z.nullable(text(200))),
  }),
});
