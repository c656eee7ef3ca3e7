import { useEffect, useRef, useState } from 'react';
import { hidden } from './visually-hidden.ts';

const quietMs = 10_000;

/** Tells a screen reader what changed: politely, the latest only, and not more than once in ten seconds. */
export function LiveRegion({ children }: { children: string }) {
  const [said, setSaid] = useState('');
  const saidAt = useRef(0);
  useEffect(() => {
    if (children === said) return;
    const timer = setTimeout(
      () => {
        saidAt.current = Date.now();
        setSaid(children);
      },
      Math.max(0, saidAt.current + quietMs - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [children, said]);
  return (
    <div role="status" style={hidden}>
      {said}
    </div>
  );
}
