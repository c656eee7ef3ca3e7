/** The first day of the month (UTC) in which a moment is, or of one before it. */
export const monthOfMoment = (at: Date, before = 0): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - before, 1));

/** What a row of `bots`, called `b`, traded in a month (UTC) that is the present one or the one before it. */
export function monthVolume(month: Date): string {
  const day = (at: Date): string => `'${at.toISOString().slice(0, 10)}'::date`;
  return `case b.volume_month when ${day(month)} then b.volume - b.volume_before
    when ${day(monthOfMoment(month, -1))} then b.volume_before - b.volume_before_last else 0 end`;
}

/**
 * What a row of `bots`, called `b`, traded since its user's payment period began. What is kept counts where it is of that period;
 * else, as for a period that moved after the latest record, it is looked up.
 *
 * @param start - the column with the beginning
 */
export const volumeSince = (start: string): string =>
  `(b.volume - case when b.volume_period = ${start} then b.volume_before_period else volume_before(b.organization_id, b.id, ${start}) end)`;
