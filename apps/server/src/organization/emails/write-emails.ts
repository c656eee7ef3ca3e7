import { broadcastAheadDays } from '@tenbin/accounts';
import { broadcastEmail, countRecipients, previewEmail, sendTestEmail } from '@tenbin/contract';
import { factsOf } from '../../audit/facts-of.ts';
import { requireWithin } from '../../limits/limits.ts';
import { requirePermission } from '../../route/authenticate.ts';
import { type Implementation, implementForAdministrator } from '../../route/implement.ts';
import { implementOnceForAdministrator } from '../../route/implement-once.ts';
import { InputError } from '../../route/input-error.ts';
import { Refusal } from '../../route/refusal.ts';
import { audienceOf, audienceReply } from './audience.ts';
import { brandOfAdministrator, renderEmail, requireWritten } from './written-email.ts';

const dayMs = 86_400_000;
/** A time that is over by more is a mistake. */
const clocksApartMs = 60_000;
const testSubjects = { ja: '【テスト】', en: '[Test] ' } as const;

/** Once, however often it is asked for under one name: what goes to everybody cannot be taken back. */
const handleBroadcast = implementOnceForAdministrator(broadcastEmail, {
  async act(within, { body, actor, deps, audit }) {
    const { subject, body: text, kind, sendAt, expectedCount } = body;
    if (kind === 'service') requirePermission({ needs: 'serviceMail' }, actor);
    requireWritten({ subject, body: text, kind });
    const at = deps.clock.now();
    if (sendAt && at.getTime() - sendAt.getTime() > clocksApartMs)
      throw new InputError([{ code: 'custom', path: ['sendAt'], message: 'It is over', input: sendAt }]);
    const due = sendAt && sendAt > at ? sendAt : at;
    if (due.getTime() > at.getTime() + broadcastAheadDays * dayMs)
      throw new Refusal('sendTimeTooLate', { facts: { days: broadcastAheadDays } });
    const audience = audienceOf(body.audience);
    const { mailed } = await within.broadcasts.countAudience(audience, kind, at);
    if (mailed === 0) throw new Refusal('nobodyToMail');
    if (mailed !== expectedCount) throw new Refusal('audienceChanged', { facts: { count: mailed } });
    const { administratorId: createdBy } = actor;
    const { id } = await within.broadcasts.create({ kind, subject, body: text, audience, sendAt: due, createdBy, at });
    const { condition, filter, namedUsers } = audienceReply(audience);
    audit.add({
      broadcastId: id,
      kind,
      recipients: mailed,
      condition,
      ...factsOf(filter),
      ...(namedUsers !== null && { namedUsers }),
      sendAt: due.toISOString(),
    });
    if (due <= at) within.onCommit(() => deps.signals.jobsDue('broadcasts'));
    return { _id: id, recipients: mailed };
  },
});

const handleCount = implementForAdministrator(countRecipients, async ({ body: { audience, kind }, actor: { organization }, deps }) => {
  const { mailed, leftOut } = await organization.broadcasts.countAudience(audienceOf(audience), kind, deps.clock.now());
  return { count: mailed, leftOut };
});

const handlePreview = implementForAdministrator(previewEmail, async ({ body, actor, deps }) => {
  const brand = await brandOfAdministrator(actor, deps);
  return { ja: renderEmail(body, 'ja', { brand, deps }), en: renderEmail(body, 'en', { brand, deps }) };
});

const handleTest = implementForAdministrator(sendTestEmail, async ({ body, actor, deps, audit }) => {
  const written = requireWritten(body);
  const { administratorId, organization } = actor;
  requireWithin(deps.limits.testMails, administratorId);
  const brand = await brandOfAdministrator(actor, deps);
  const at = deps.clock.now();
  return organization.transaction(async (within) => {
    const self = await within.administrators.find(administratorId);
    // Removed within the seconds for which a session is remembered.
    if (!self) throw new Refusal('signinRequired');
    for (const language of written) {
      const mail = renderEmail(body, language, { brand, deps });
      if (mail) await within.mails.put({ ...mail, subject: `${testSubjects[language]}${mail.subject}`, to: self.email, at });
    }
    await audit.storeIn(within);
    return { to: self.email };
  });
});

export const writeEmailCalls: readonly Implementation[] = [handleBroadcast, handleCount, handlePreview, handleTest];
