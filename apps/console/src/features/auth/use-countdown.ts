import { useEffect, useState } from 'react';

/** Counts seconds down to 0. */
export function useCountdown(from: number): readonly [left: number, countFrom: (seconds: number) => void] {
  const [left, setLeft] = useState(from);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft];
}
