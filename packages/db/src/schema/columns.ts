import { customType, timestamp, uuid } from 'drizzle-orm/pg-core';

/** An exact number. Comes back in the shortest plain form: equal numbers are equal texts. */
export const decimal = customType<{ data: string; driverData: string }>({
  dataType: () => 'numeric',
  fromDriver: (value) => shortest(value),
});

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

/** A moment to the millisecond, UTC. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** The first column of every tenant table's primary key. */
export const organizationId = () => uuid('organization_id').notNull();

/** '0.1000' → '0.1', '5.' → '5'. */
export function shortest(value: string): string {
  if (!value.includes('.')) return value;
  return value.replace(/\.?0+$/, '');
}
