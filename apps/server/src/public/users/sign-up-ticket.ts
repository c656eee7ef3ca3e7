import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits that only whoever signed up has: handed out once, stored nowhere. */
export const makeTicket = (): string => randomBytes(32).toString('base64url');

/** What is stored of a ticket. A plain hash is enough: there is nothing to guess in 256 random bits. */
export const hashTicket = (ticket: string): string => hash('sha256', ticket);

export function isTicket(ticket: string | undefined, ticketHash: string): boolean {
  return ticket !== undefined && timingSafeEqual(Buffer.from(hashTicket(ticket)), Buffer.from(ticketHash));
}
