/** What an address says, for `validateSearch`: whatever cannot be read is as if it were not there. */

export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;

/** From 1. */
export const wholeIn = (value: unknown): number | undefined =>
  Number.isInteger(Number(value)) && Number(value) >= 1 ? Number(value) : undefined;

/** A field without a value is there as undefined: the router would put what the address has in its place, whatever that is. */
export const given = <Fields extends Record<string, unknown>>(fields: Fields) => fields as { [K in keyof Fields]?: NonNullable<Fields[K]> };
