import {
  countWaitingSignUps,
  endSessionsOfUser,
  listWaitingSignUps,
  mailResetLinkToUser,
  noteUser,
  removeFactorsOfUser,
  verifyUserByHand,
} from '@tenbin/contract';
import type { UserNote } from '@tenbin/db';
import { changesOf } from '../../audit/changes-of.ts';
import { traceOf } from '../../audit/trace-of.ts';
import { takeOffFactors } from '../../factors/remove-factors.ts';
import { forgetMailTurns, takeResetTurn } from '../../mails/mail-turns.ts';
import { mailerOfOrganization } from '../../mails/mailer.ts';
import { linkWithPartner } from '../../partners/link-with-partner.ts';
import { mailResetLink } from '../../passwords/mail-reset-link.ts';
import { type Implementation, implementForAdministrator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { listedUserReply, requireListed } from '../../users/listed-user.ts';
import { requireRoomForUser, requireRoomNow } from '../../users/require-room.ts';
import { mailInvitation } from './invite-user.ts';

const handleNote = implementForAdministrator(noteUser, async ({ params, body, actor, deps, audit }) => {
  const before = await requireListed(params.id, actor, deps);
  const tracesOf = ({ isFlagged, note }: UserNote) => ({ isFlagged, note: traceOf(note, `${params.id}/note`, deps) });
  await actor.organization.transaction(async (within) => {
    await within.userDirectory.note(params.id, { ...body, by: actor.administratorId, at: deps.clock.now() });
    audit.add({ isFlagged: body.isFlagged, ...changesOf(tracesOf(before), tracesOf(body)) });
    await audit.storeIn(within);
  });
  return { success: true };
});

const handleEndSessions = implementForAdministrator(endSessionsOfUser, async ({ params, actor, deps, audit }) => {
  await requireListed(params.id, actor, deps);
  await actor.organization.transaction(async (within) => {
    await deps.sessions.endAllWithin(within, { surface: 'user', subjectId: params.id });
    await audit.storeIn(within);
  });
  return { success: true };
});

/** Under the same pauses as what users ask for themselves, so that nobody is flooded. */
const handleMailResetLink = implementForAdministrator(mailResetLinkToUser, async ({ params, actor, deps, audit }) => {
  const user = await requireListed(params.id, actor, deps);
  if (user.bannedAt) throw new Refusal('userBanned');
  const { organization, organizationId } = actor;
  if (!(await takeResetTurn({ userId: user.id, organizationId }, { deps })))
    throw new Refusal('resendTooSoon', { facts: { seconds: 60, minutes: 1 }, retryAfterSeconds: 60 });
  const mail = await mailerOfOrganization(organizationId, deps);
  const at = deps.clock.now();
  await organization.transaction(async (within) => {
    if (!(await within.users.lock(user))) throw new Refusal('userNotFound', { facts: { id: user.id } });
    await (user.verifiedAt === null && user.passwordHash === '' ? mailInvitation : mailResetLink)(within, user, { mail, at });
    await audit.storeIn(within);
  });
  return { success: true };
});

/** Of a sign-up comes the user that would come of its code, with the password that was chosen with it. */
const handleVerify = implementForAdministrator(verifyUserByHand, async ({ params, body, actor, deps, audit }) => {
  const { organization, organizationId } = actor;
  audit.because(body.reason);
  const verifiedAt = deps.clock.now();
  const signUp = await organization.signUps.find(params.id, verifiedAt);
  const { slug } = await deps.organizations.require(organizationId);
  if (signUp) {
    await requireRoomForUser(await organization.organization(), organization);
    const { id, email, passwordHash, language, referredBy } = signUp;
    await linkWithPartner({ organization: slug, userId: id, email }, deps);
    await organization.transaction(async (within) => {
      if (!(await within.signUps.remove(id))) throw new Refusal('userNotFound', { facts: { id } });
      await requireRoomNow(within);
      await within.users.create({ id, email, passwordHash, language, referredBy, verifiedAt });
      await audit.storeIn(within);
    });
    await forgetMailTurns({ email, organizationId }, deps);
  } else {
    const user = await requireListed(params.id, actor, deps);
    if (user.verifiedAt) throw new Refusal('alreadyVerified');
    await linkWithPartner({ organization: slug, userId: user.id, email: user.email }, deps);
    await organization.transaction(async (within) => {
      await within.users.update(user.id, { verifiedAt });
      await audit.storeIn(within);
    });
  }
  return listedUserReply(await requireListed(params.id, actor, deps));
});

const handleListSignUps = implementForAdministrator(listWaitingSignUps, async ({ query, actor, deps }) => {
  const found = await actor.organization.signUps.list({ at: deps.clock.now(), email: query.email, offset: query.skip, limit: query.limit });
  return found.map(({ id, email, language, createdAt, expiresAt }) => ({
    _id: id,
    email,
    language,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
});

const handleCountSignUps = implementForAdministrator(countWaitingSignUps, async ({ query: { email }, actor, deps }) => ({
  count: await actor.organization.signUps.count({ at: deps.clock.now(), email }),
}));

const handleRemoveFactors = implementForAdministrator(removeFactorsOfUser, async ({ params, body, actor, deps, audit }) => {
  const user = await requireListed(params.id, actor, deps);
  audit.because(body.reason);
  const mail = await mailerOfOrganization(actor.organizationId, deps);
  const at = deps.clock.now();
  await actor.organization.transaction(async (within) => {
    if (!(await takeOffFactors(within, user, { mail, reason: body.reason, at }))) throw new Refusal('authenticatorNotFound');
    await deps.sessions.endAllWithin(within, { surface: 'user', subjectId: user.id });
    await audit.storeIn(within);
  });
  return { success: true };
});

export const helpUserCalls: readonly Implementation[] = [
  handleNote,
  handleEndSessions,
  handleMailResetLink,
  handleVerify,
  handleListSignUps,
  handleCountSignUps,
  handleRemoveFactors,
];
