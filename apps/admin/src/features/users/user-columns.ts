/** What the list shows beside the address, in this order. */
export const userColumns = ['plan', 'periodEnd', 'bots', 'volume', 'lastSeen', 'since'] as const;
export type UserColumn = (typeof userColumns)[number];

/** As the address has them: names, by commas; undefined where nothing was chosen. */
export function columnsIn(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const chosen = chosenColumns(value);
  return chosen.length === userColumns.length ? undefined : chosen.join() || 'none';
}

/** All where nothing was chosen. */
export function chosenColumns(value: string | undefined): UserColumn[] {
  if (value === undefined) return [...userColumns];
  const names = value.split(',');
  return userColumns.filter((one) => names.includes(one));
}
