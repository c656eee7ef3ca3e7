import { mailboxOf } from '@tenbin/accounts';
import { emailKeyOf } from '@tenbin/db';
import type { ServerContext } from '../context.ts';

/** Somebody's address at an organization. */
interface Recipient {
  readonly email: string;
  readonly organizationId: string;
}

/** Whether somebody may be mailed who has not proven that they want it. */
export interface MailTurns {
  /** What the organization has asked for itself, and may know. */
  readonly mayAsk: boolean;
  /** Also with regard to all others: told to nobody. */
  readonly maySend: boolean;
  /** Until the organization may ask again. */
  readonly nextInSeconds: number;
}

/**
 * Takes a turn to mail an address. Counted twice: for the address at this organization, whose pause is told to whoever
 * asks, and for the mailbox over all organizations, where a mail too many is left out in silence, so that no organization
 * learns of another's.
 *
 * @param given - `isWanted`: where it is known already that nothing would be sent, only the asking is counted; `turnId`: under
 *   one name it is one turn
 */
export async function takeMailTurn(
  recipient: Recipient,
  { isWanted, turnId, deps }: { isWanted: boolean; turnId?: string; deps: Pick<ServerContext, 'database' | 'vault' | 'clock'> },
): Promise<MailTurns> {
  const { mailRecipients } = deps.database.platform;
  const [here, everywhere] = keysOf(recipient, deps);
  const at = deps.clock.now();
  const own = await mailRecipients.take(here, at, { turnId });
  const maySend = own.isTaken && isWanted && (await mailRecipients.take(everywhere, at, { turnId })).isTaken;
  return { mayAsk: own.isTaken, maySend, nextInSeconds: Math.ceil(own.nextInMs / 1000) };
}

/** A user of an organization. */
interface Holder {
  readonly userId: string;
  readonly organizationId: string;
}

/**
 * Takes a turn to mail a user what their password is set anew with. Counted by itself and never resting, so that nobody who
 * asks in their name, here or at another organization, keeps them from it for longer than a day.
 *
 * @param given - `turnId`: under one name it is one turn
 * @returns whether it may be sent
 */
export async function takeResetTurn(
  holder: Holder,
  { turnId, deps }: { turnId?: string; deps: Pick<ServerContext, 'database' | 'vault' | 'clock'> },
): Promise<boolean> {
  const { mailRecipients } = deps.database.platform;
  return (await mailRecipients.take(resetKeyOf(holder, deps), deps.clock.now(), { rule: { rests: false }, turnId })).isTaken;
}

/** They came with what was mailed to them. */
export const forgetResetTurns = (holder: Holder, deps: Pick<ServerContext, 'database' | 'vault'>): Promise<void> =>
  deps.database.platform.mailRecipients.forget([resetKeyOf(holder, deps)]);

const resetKeyOf = ({ userId, organizationId }: Holder, { vault }: Pick<ServerContext, 'vault'>): string =>
  vault.fingerprint(`password-reset/${organizationId}/${userId}`);

/** They entered a code that was mailed to them. */
export const forgetMailTurns = (recipient: Recipient, deps: Pick<ServerContext, 'database' | 'vault'>): Promise<void> =>
  deps.database.platform.mailRecipients.forget(keysOf(recipient, deps));

const keysOf = ({ email, organizationId }: Recipient, { vault }: Pick<ServerContext, 'vault'>): readonly [string, string] => [
  vault.fingerprint(`mail-recipient/${organizationId}/${emailKeyOf(email)}`),
  vault.fingerprint(`mail-recipient/${mailboxOf(email)}`),
];
