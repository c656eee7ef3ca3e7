import { makeToken } from './secret-token.ts';

/** Says which organization it is of, and proves that its bearer was given it. */
export const makeOrganizationToken = (organizationId: string): string => `${organizationId}.${makeToken()}`;

/** @returns the organization that it is of; null where it is none of ours by its looks */
export const organizationOfToken = (token: unknown): string | null =>
  typeof token === 'string' && token.length < 100
    ? (token.match(/^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[\w-]{43}$/)?.[1] ?? null)
    : null;
