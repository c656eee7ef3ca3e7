import type { Clock } from '@tenbin/engine';
import { seededRandom } from '@tenbin/runtime';

/** A clock that stands still until it is told to go on. */
export interface FakeClock extends Clock {
  /** Goes on, waking in order everything that falls due, each at its own moment. */
  advance(ms: number): void;
}

interface Alarm {
  readonly at: number;
  readonly wake: () => void;
}

/** @param start - 2026-01-01 unless said otherwise */
export function fakeClock(start: Date = new Date('2026-01-01T00:00:00Z')): FakeClock {
  let now = start.getTime();
  const alarms = new Set<Alarm>();
  const nextDue = (until: number): Alarm | undefined => [...alarms].filter((alarm) => alarm.at <= until).sort((a, b) => a.at - b.at)[0];
  return {
    now: () => new Date(now),
    after(delayMs, wake) {
      const alarm = { at: now + delayMs, wake };
      alarms.add(alarm);
      return () => alarms.delete(alarm);
    },
    random: seededRandom(1).next,
    soon(run) {
      const immediate = setImmediate(run);
      return () => clearImmediate(immediate);
    },
    advance(ms) {
      const until = now + ms;
      for (let alarm = nextDue(until); alarm; alarm = nextDue(until)) {
        alarms.delete(alarm);
        now = Math.max(now, alarm.at);
        alarm.wake();
      }
      now = until;
    },
  };
}
