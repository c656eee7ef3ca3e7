/** Moments in the reader's time zone, as the specification writes them (section 9). */

const two = (value: number): string => String(value).padStart(2, '0');

/** `yyyy-mm-dd hh:mm:ss` */
export function formatDate(at: Date | string): string {
  const date = new Date(at);
  return `${formatDay(date)} ${formatTime(date)}`;
}

/** `yyyy-mm-dd` */
export function formatDay(at: Date | string): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** `hh:mm:ss` */
export function formatTime(at: Date | string): string {
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** `yyyy/mm` */
export function formatMonth(at: Date | string): string {
  const date = new Date(at);
  return `${date.getFullYear()}/${two(date.getMonth() + 1)}`;
}

export interface Age {
  readonly unit: 'seconds' | 'minutes' | 'hours' | 'days';
  readonly count: number;
}

/** How long ago, in the largest unit that fits. */
export function ageOf(at: Date | string | number, now: number): Age {
  const seconds = Math.max(0, Math.floor((now - new Date(at).getTime()) / 1000));
  if (seconds < 60) return { unit: 'seconds', count: seconds };
  if (seconds < 3600) return { unit: 'minutes', count: Math.floor(seconds / 60) };
  if (seconds < 86_400) return { unit: 'hours', count: Math.floor(seconds / 3600) };
  return { unit: 'days', count: Math.floor(seconds / 86_400) };
}

/** The last moment of the day before, in the reader's time zone. */
export function endOfYesterday(now: Date): Date {
  return new Date(new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime() - 1);
}
