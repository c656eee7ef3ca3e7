import { buildOrganization, newId, newSignUp, openTestDatabase, type TestDatabase, testEngines } from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrganizationDatabase } from '../database/database.ts';

describe.each(testEngines)('those who signed up and have not entered their code, on %s', (engine) => {
  let opened: TestDatabase;
  let own: OrganizationDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
    own = opened.database.forOrganization((await buildOrganization(opened.database)).id);
  });
  afterAll(() => opened.close());

  const now = new Date();
  const ago = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);

  test('have one sign-up for each address, in any case: a later one takes the place of the earlier', async () => {
    const first = await own.signUps.replace(newSignUp({ email: 'Anna@example.com', codeHash: 'code' }));
    await own.signUps.countTry(first.id);
    const second = await own.signUps.replace(newSignUp({ email: ' anna@Example.com', passwordHash: 'another', ticketHash: 'another' }));
    expect(await own.signUps.findByEmail('ANNA@example.com', now)).toEqual(second);
    expect(second).toMatchObject({ email: 'anna@Example.com', passwordHash: 'another', ticketHash: 'another', codeHash: null, tries: 0 });
    expect([await own.signUps.countTry(first.id), await own.signUps.remove(first.id)]).toEqual([null, false]);
    expect(await own.signUps.setCode(first.id, { codeHash: 'x', codeExpiresAt: now })).toBe(false);
  });

  test('are counted each try of a code, also of those at once; another code begins anew', async () => {
    const { id } = await own.signUps.replace(newSignUp({ email: 'tries@example.com' }));
    const tries = await Promise.all(Array.from({ length: 8 }, () => own.signUps.countTry(id)));
    expect(tries.map((signUp) => signUp?.tries).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await own.signUps.setCode(id, { codeHash: 'new', codeExpiresAt: now })).toBe(true);
    expect(await own.signUps.countTry(id)).toMatchObject({ tries: 1, codeHash: 'new', codeExpiresAt: now });
  });

  test('become a user once, of two who try at once', async () => {
    const { id } = await own.signUps.replace(newSignUp({ email: 'once@example.com' }));
    const uses = await Promise.all([1, 2, 3].map(() => own.signUps.remove(id)));
    expect(uses.filter((isUsed) => isUsed)).toHaveLength(1);
  });

  test('are gone when their time is over, before they are removed and after', async () => {
    const late = await own.signUps.replace(newSignUp({ email: 'late@example.com', createdAt: ago(48), expiresAt: now }));
    const early = await own.signUps.replace(newSignUp({ email: 'early@example.com' }));
    expect(await own.signUps.findByEmail(late.email, now)).toBeNull();
    expect(await opened.database.platform.signUps.removeExpired(now)).toBe(1);
    expect(await own.signUps.remove(late.id)).toBe(false);
    expect(await own.signUps.findByEmail(early.email, now)).toEqual(early);
  });

  test('are mailed once, of two who ask at once, and after a pause again', async () => {
    const { mailRecipients } = opened.database.platform;
    const key = newId();
    const turns = await Promise.all([1, 2, 3].map(() => mailRecipients.take(key, ago(2))));
    expect(turns.map(({ isTaken }) => isTaken).sort()).toEqual([false, false, true]);
    expect(turns.map(({ nextInMs }) => nextInMs)).toEqual([60_000, 60_000, 60_000]);
    expect(await mailRecipients.take(key, ago(1))).toEqual({ isTaken: true, nextInMs: 120_000 });
    expect(await mailRecipients.take(newId(), ago(1))).toMatchObject({ isTaken: true });
  });

  test('what begins again has the turn that it took, and takes no other', async () => {
    const { mailRecipients } = opened.database.platform;
    const [key, turnId] = [newId(), newId()];
    const first = await mailRecipients.take(key, ago(2), { turnId });
    expect(await mailRecipients.take(key, ago(2), { turnId })).toEqual(first);
    expect(await mailRecipients.take(key, ago(2), { turnId: newId() })).toMatchObject({ isTaken: false });
    // Counted once: a second one would make the next pause two minutes.
    expect(await mailRecipients.take(key, ago(2), { turnId })).toEqual({ isTaken: true, nextInMs: 60_000 });
  });

  test('are mailed as if for the first time once that is forgotten', async () => {
    const { mailRecipients } = opened.database.platform;
    const [one, other] = [newId(), newId()];
    await mailRecipients.take(one, now);
    await mailRecipients.take(other, ago(24 * 7));
    await mailRecipients.forget([one]);
    expect(await mailRecipients.take(one, now)).toEqual({ isTaken: true, nextInMs: 60_000 });
    expect(await mailRecipients.removeForgotten(now)).toBe(1);
    expect(await mailRecipients.take(one, now)).toMatchObject({ isTaken: false });
  });
});
