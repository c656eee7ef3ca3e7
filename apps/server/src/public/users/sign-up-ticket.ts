import { timingSafeEqual } from 'node:crypto';
import { hashToken } from '../../passwords/secret-token.ts';

/** Whether somebody has the token that the browser which signed up was given. */
export function isTicket(ticket: string | undefined, ticketHash: string): boolean {
  return ticket !== undefined && timingSafeEqual(Buffer.from(hashToken(ticket)), Buffer.from(ticketHash));
}
