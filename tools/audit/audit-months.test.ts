import { systemRuntime } from '@tenbin/runtime';
import { openTestDatabase, testEngines } from '@tenbin/testkit';
import { describe, expect, test } from 'vitest';
import { workOnAudit } from './audit-months.ts';

const entry = { actor: 'visitor', actorId: null, action: 'signIn', refusal: null, network: null, agent: null, facts: {} } as const;
const now = new Date('2026-11-22T12:00:00Z');

describe.each(testEngines)('the audit log on %s', (engine) => {
  test('months before those that are kept go whole, which is written down; entries themselves never do', async () => {
    const { database, close } = await openTestDatabase(engine, { runtime: { ...systemRuntime(), now: () => now } });
    const { audit, auditMonths } = database.platform;
    for (const at of ['2024-10-31T23:59:59Z', '2024-11-01T00:00:00Z', '2026-11-22T12:00:00Z'].map((time) => new Date(time)))
      await auditMonths.makeAhead(at);
    for (const at of ['2024-10-31T23:59:59.999Z', '2024-11-01T00:00:00Z', '2026-11-22T11:00:00Z', '1999-01-01T00:00:00Z'])
      await audit.append({ ...entry, at: new Date(at) });
    const run = (line: string) => workOnAudit(line === '' ? [] : line.split(' '), { database, auditMonths: 24, now });

    const printed = await run('');
    for (const line of [
      /^2024-10 +1 entries +\d+\.\d MB$/m,
      /^2024-11 +1 entries/m,
      /^2026-11 +1 entries/m,
      /^2027-01 +0 entries/m,
      /^other +1 entries/m,
    ])
      expect(printed).toMatch(line);
    expect(await run('drop')).toBe('Removed: 2024-10.');
    expect(await run('drop')).toBe('Nothing is older than 2024-11: the last 24 months are kept.');
    const kept = await audit.list({ offset: 0, limit: 10 });
    const signIns = kept.filter(({ action }) => action === 'signIn');
    expect(signIns.map(({ at }) => at.toISOString().slice(0, 7)).sort()).toEqual(['1999-01', '2024-11', '2026-11']);
    expect(kept.filter((one) => !signIns.includes(one))).toMatchObject([
      { actor: 'commandLine', action: 'dropAuditMonths', facts: { before: '2024-11', months: '2024-10' } },
    ]);
    expect(await auditMonths.bytes()).toBeGreaterThan(0);
    await expect(run('drop 2020')).rejects.toThrow('npm run audit');
    await expect(run('delete')).rejects.toThrow('npm run audit');
    await close();
  });
});
