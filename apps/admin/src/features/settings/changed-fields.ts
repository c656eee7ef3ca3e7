/** What somebody changed, alone: what another owner changed meanwhile stays as they left it. */
export const changedFields = <Fields extends object>(wanted: Fields, before: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Fields])),
  ) as Partial<Fields>;
