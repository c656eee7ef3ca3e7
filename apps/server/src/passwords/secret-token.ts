import { hash, randomBytes } from 'node:crypto';

/** 256 random bits as text, for one who proves by them that they got it: handed out once, stored nowhere. */
export const makeToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of one. A plain hash is enough: there is nothing to guess in 256 random bits. */
export const hashToken = (token: string): string => hash('sha256', token);
