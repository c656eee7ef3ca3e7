import { and, asc, eq, getTableColumns, inArray, lt } from 'drizzle-orm';
import type { TenantContext } from '../database/tenant-context.ts';
import { authenticators, passkeys, recoveryCodes } from '../schema/factors.ts';
import type { Factors } from './factors.ts';

const { organizationId: _organization, ...passkeyColumns } = getTableColumns(passkeys);

type FactorTable = typeof authenticators | typeof recoveryCodes | typeof passkeys;

export function factorRepository(context: TenantContext): Factors {
  const { organizationId, sql } = context;
  const of = (table: FactorTable, holderId: string) => and(eq(table.organizationId, organizationId), eq(table.holderId, holderId));
  const { sealed, lastStep, createdAt } = authenticators;
  const isOwn = eq(passkeys.organizationId, organizationId);
  const ofId = (holderId: string, id: string) => and(of(passkeys, holderId), eq(passkeys.id, id));
  const holder = { holderId: authenticators.holderId };
  return {
    async findAuthenticator(holderId) {
      const found = sql.select({ sealed, lastStep, createdAt }).from(authenticators);
      return (await found.where(of(authenticators, holderId)))[0] ?? null;
    },
    async addAuthenticator(holderId, authenticator) {
      const row = { organizationId, holderId, ...authenticator };
      return (await sql.insert(authenticators).values(row).onConflictDoNothing().returning(holder)).length > 0;
    },
    async useStep(holderId, step) {
      const isLater = and(of(authenticators, holderId), lt(lastStep, step));
      return (await sql.update(authenticators).set({ lastStep: step }).where(isLater).returning(holder)).length > 0;
    },
    async removeAuthenticator(holderId) {
      return (await sql.delete(authenticators).where(of(authenticators, holderId)).returning(holder)).length > 0;
    },
    replaceRecoveryCodes(holderId, codeHashes) {
      return context.transaction(async (inside) => {
        await inside.sql.delete(recoveryCodes).where(of(recoveryCodes, holderId));
        if (codeHashes.length > 0)
          await inside.sql.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ organizationId, holderId, codeHash })));
      });
    },
    countRecoveryCodes: (holderId) => sql.$count(recoveryCodes, of(recoveryCodes, holderId)),
    async useRecoveryCode(holderId, codeHash) {
      const its = and(of(recoveryCodes, holderId), eq(recoveryCodes.codeHash, codeHash));
      return (await sql.delete(recoveryCodes).where(its).returning({ codeHash: recoveryCodes.codeHash })).length > 0;
    },
    listPasskeys: (holderId) => sql.select(passkeyColumns).from(passkeys).where(of(passkeys, holderId)).orderBy(asc(passkeys.id)).execute(),
    async findPasskey(credentialId) {
      const its = and(isOwn, eq(passkeys.credentialId, credentialId));
      return (await sql.select(passkeyColumns).from(passkeys).where(its))[0] ?? null;
    },
    async addPasskey({ transports, ...passkey }) {
      const row = { organizationId, ...passkey, transports: [...transports] };
      return (await sql.insert(passkeys).values(row).onConflictDoNothing().returning({ id: passkeys.id })).length > 0;
    },
    async renamePasskey(holderId, id, name) {
      return (await sql.update(passkeys).set({ name }).where(ofId(holderId, id)).returning({ id: passkeys.id })).length > 0;
    },
    async usePasskey({ id, counter, askedAt, at, isAlone }) {
      const hasGrown = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
      const isGood = and(isOwn, eq(passkeys.id, id), lt(passkeys.askedAt, askedAt), hasGrown, isAlone ? passkeys.standsAlone : undefined);
      const used = sql.update(passkeys).set({ counter, askedAt, lastUsedAt: at, standsAlone: true });
      return (await used.where(isGood).returning({ id: passkeys.id })).length > 0;
    },
    async askPasswordAgain(holderId) {
      await sql.update(passkeys).set({ standsAlone: false }).where(of(passkeys, holderId));
    },
    async removePasskey(holderId, id) {
      return (await sql.delete(passkeys).where(ofId(holderId, id)).returning(passkeyColumns))[0] ?? null;
    },
    async among(holderIds) {
      if (holderIds.length === 0) return new Set();
      const tables = [authenticators, passkeys].map((table) => {
        const theirs = and(eq(table.organizationId, organizationId), inArray(table.holderId, [...holderIds]));
        return sql.selectDistinct({ holderId: table.holderId }).from(table).where(theirs);
      });
      return new Set((await Promise.all(tables)).flat().map((row) => row.holderId));
    },
    async removeAll(holderId) {
      for (const table of [authenticators, recoveryCodes, passkeys]) await sql.delete(table).where(of(table, holderId));
    },
  };
}
