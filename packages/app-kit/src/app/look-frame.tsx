import { useEffect, useRef } from 'react';
import type { Look, LookMessage } from './look.ts';

interface LookFrameProps {
  /** Of a page of a draft, at this site. */
  readonly src: string;
  /** What is seen in it. */
  readonly title: string;
  readonly look: Look;
  readonly width: number | string;
  readonly height: number;
}

/** A real page within this one, in a look that changes while it is seen. */
export function LookFrame({ src, title, look, width, height }: LookFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const show = () => frame.current?.contentWindow?.postMessage({ kind: 'look', look } satisfies LookMessage, location.origin);
    const onMessage = ({ origin, source, data }: MessageEvent<LookMessage>) => {
      if (origin === location.origin && source === frame.current?.contentWindow && data.kind === 'lookWanted') show();
    };
    show();
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [look]);
  return (
    <iframe ref={frame} src={src} title={title} width={width} height={height} style={{ display: 'block', border: 0, margin: 'auto' }} />
  );
}
