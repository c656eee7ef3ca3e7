import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits as text, for one who proves by them that they got it, a session's key among them: handed out once, stored nowhere. */
export const makeToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of one. A plain hash is enough: there is nothing to guess in 256 random bits. */
export const hashToken = (token: string): string => hash('sha256', token);

/** How long it takes tells nothing about where they differ. */
export const isToken = (token: string | undefined, tokenHash: string): boolean =>
  token !== undefined && timingSafeEqual(Buffer.from(hashToken(token)), Buffer.from(tokenHash));
