import { useEffect, useState } from 'react';
import { ageOf } from '../format/dates.ts';
import { useUiText } from '../words/ui-text.ts';

/** The clock, for figures that age; ticks every `everyMs`. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** Turns a moment into '3 min'. */
export function useAgeText(): (at: Date | string | number, now: number) => string {
  const text = useUiText('ui');
  return (at, now) => {
    const { unit, count } = ageOf(at, now);
    return text(unit, { count });
  };
}
