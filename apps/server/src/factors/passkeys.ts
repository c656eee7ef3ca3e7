import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { NewPasskey, PasskeySignature } from '@tenbin/contract';
import type { Passkey } from '@tenbin/db';
import type * as z from 'zod/mini';
import type { ServerContext } from '../context.ts';
import type { Caller } from '../route/caller.ts';
import type { Tenant } from '../tenancy/tenancy.ts';
import type { FactorHolder } from './use-factor.ts';

/** For whom a passkey signs: the host that a person sees, and no other. */
interface RelyingParty {
  readonly name: string;
  readonly host: string;
  readonly origin: string;
}

type Transports = NonNullable<Parameters<typeof generateRegistrationOptions>[0]['excludeCredentials']>[number]['transports'];

/** Ed25519, ES256, RS256. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** The host that is visited where it is one of the brand's, else the one that its mails lead to. */
export function relyingPartyOf({ brand }: Pick<Tenant, 'brand'>, { visit }: Caller, { urlOf, trial }: ServerContext): RelyingParty {
  const usual = new URL(urlOf(brand, '/'));
  // A trial is visited by either name of this machine, of which browsers take only one for passkeys.
  const own = [usual.hostname, ...brand.hosts, ...(trial ? ['localhost'] : [])];
  usual.hostname = own.includes(visit.host) ? visit.host : usual.hostname;
  return { name: brand.name, host: usual.hostname, origin: usual.origin };
}

const descriptorOf = ({ credentialId, transports }: Passkey) => ({
  id: credentialId,
  transports: [...transports] as Transports & string[],
});

/** @param holder - `account`: as their device shows it */
export const askForNewPasskey = async (
  { organization, holderId, account }: FactorHolder & { readonly account: string },
  { name, host }: RelyingParty,
) =>
  generateRegistrationOptions({
    rpName: name,
    rpID: host,
    userID: new Uint8Array(Buffer.from(holderId)),
    userName: account,
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: (await organization.factors.listPasskeys(holderId)).map(descriptorOf),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });

/** @param passkeys - one of these; any of the host's where there are none: then whoever uses it proves that it is them */
export const askForSignature = (passkeys: readonly Passkey[], { host }: RelyingParty) =>
  generateAuthenticationOptions({
    rpID: host,
    allowCredentials: passkeys.filter(({ relyingParty }) => relyingParty === host).map(descriptorOf),
    userVerification: passkeys.length > 0 ? 'preferred' : 'required',
  });

/** @returns null where it is not what was asked for */
export async function readNewPasskey(
  given: z.output<typeof NewPasskey>,
  { challenge, party }: { readonly challenge: string; readonly party: RelyingParty },
): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'transports' | 'counter' | 'relyingParty'> | null> {
  const { transports, ...response } = given.response;
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...given, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.host,
    requireUserVerification: false,
    supportedAlgorithmIDs,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) return null;
  const { id, publicKey, counter } = registrationInfo.credential;
  return { credentialId: id, publicKey, counter, transports: transports ?? [], relyingParty: party.host };
}

/** @returns its counter; null where the signature is none for what was asked, or the counter went back */
export async function readSignature(
  { response: { userHandle: _, ...response }, ...given }: z.output<typeof PasskeySignature>,
  { passkey, challenge, party, isAlone }: { passkey: Passkey; challenge: string; party: RelyingParty; isAlone: boolean },
): Promise<number | null> {
  const { credentialId: id, publicKey, counter } = passkey;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...given, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.host,
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
    // In the place of a password it must know whose hand it is in.
    requireUserVerification: isAlone,
  }).catch(() => ({ verified: false, authenticationInfo: null }));
  return verified && authenticationInfo ? authenticationInfo.newCounter : null;
}
