import { hash, randomBytes } from 'node:crypto';

/** 256 random bits: what a caller shows. Handed out once, stored nowhere. */
export const makeSessionKey = (): string => randomBytes(32).toString('base64url');

/** What is stored of a key. A plain hash is enough: there is nothing to guess in 256 random bits. */
export const hashSessionKey = (key: string): string => hash('sha256', key);
