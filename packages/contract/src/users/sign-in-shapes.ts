import * as z from 'zod/mini';
import { Id, IsoTime, text } from '../shapes.ts';
import { NewPasskey, PasskeyState } from './passkey-shapes.ts';
import { FactorCode, Password } from './shapes.ts';

/** How somebody signs in, and where they are signed in: alike for users and for those who manage something. */

const PasskeyOfUser = z.object({ _id: Id, name: z.string(), createdAt: IsoTime, lastUsedAt: z.nullable(IsoTime) });
export type PasskeyOfUser = z.infer<typeof PasskeyOfUser>;

export const Factors = z.object({
  authenticator: z.nullable(z.object({ createdAt: IsoTime })),
  passkeys: z.array(PasskeyOfUser),
  recoveryCodesLeft: z.number(),
});

/** The code where there is a second factor. */
export const PasswordAndCode = z.object({ password: Password, code: z.optional(FactorCode) });
export const PasswordWithCode = z.object({ password: Password, code: FactorCode });

export const AuthenticatorSetUp = z.object({
  /** Base32. */
  secret: z.string(),
  /** `otpauth://…`, for a QR code. */
  url: z.string(),
  /** Goes with the code. */
  setUp: z.string(),
});
export const ConfirmedAuthenticator = z.object({ setUp: text(2000), code: FactorCode });

/** Handed out once; empty where there are some already. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

const PasskeyName = text(60, { least: 1 });
export const NamedPasskey = z.object({ name: PasskeyName });
export const ConfirmedPasskey = z.object({ state: PasskeyState, name: PasskeyName, response: NewPasskey });

const OwnSession = z.object({
  _id: Id,
  /** As the program calls itself; null where it gave no name. */
  agent: z.nullable(z.string()),
  /** From where it signed in: an IPv4 address, or an IPv6 network. Null for sessions of before. */
  address: z.nullable(z.string()),
  createdAt: IsoTime,
  /** To the minute. */
  lastUsedAt: IsoTime,
  /** The one that asks. */
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;
export const OwnSessions = z.array(OwnSession);
