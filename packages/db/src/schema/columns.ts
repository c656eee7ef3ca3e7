import type { Yen } from '@tenbin/billing';
import { customType, integer, uuid } from 'drizzle-orm/pg-core';

/** An exact number. Comes back in the shortest plain form: equal numbers are equal texts. */
export const decimal = customType<{ data: string; driverData: string }>({
  dataType: () => 'numeric',
  fromDriver: (value) => shortest(value),
});

/** Money that is billed. */
export const yen = (name: string) => integer(name).$type<Yen>();

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

/** A moment to the millisecond, UTC. */
export const moment = customType<{ data: Date; driverData: string }>({
  dataType: () => 'timestamp(3) with time zone',
  toDriver: (value) => value.toISOString(),
  fromDriver: (text) => readMoment(text),
});

/** The first column of every tenant table's primary key. */
export const organizationId = () => uuid('organization_id').notNull();

/** '0.1000' → '0.1', '5.0' → '5'. */
export function shortest(value: string): string {
  if (!value.includes('.')) return value;
  return value.replace(/\.?0+$/, '');
}

/**
 * Reads '2026-01-02 03:04:05.678+00', as PostgreSQL writes a moment for a session in UTC. V8's own parser takes ten times
 * as long for this form, and lists of rows are full of moments.
 */
export function readMoment(text: string): Date {
  if (!text.endsWith('+00') || text[4] !== '-' || text[10] !== ' ') return new Date(text);
  const part = (from: number, to: number) => Number(text.slice(from, to));
  const milliseconds = Number(text.slice(20, -3).padEnd(3, '0'));
  return new Date(Date.UTC(part(0, 4), part(5, 7) - 1, part(8, 10), part(11, 13), part(14, 16), part(17, 19), milliseconds));
}
