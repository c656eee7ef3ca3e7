import Box from '@mui/material/Box';
import { Problem } from '@tenbin/app-kit';
import { useErrorText } from '@tenbin/ui';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../app/text.ts';

/** What the provider's script leaves in the window, as far as it is used. */
interface Provider {
  Buttons(options: {
    createSubscription: () => Promise<string>;
    onApprove: (approved: { readonly subscriptionID?: string | null }) => void;
    onCancel: () => void;
    onError: (error: unknown) => void;
  }): { render(place: HTMLElement): Promise<void>; close(): Promise<void> };
}

const pollEveryMs = 1000;
const providerIn = (window: object): Provider | undefined => ('paypal' in window ? (window.paypal as Provider) : undefined);

interface PayButtonProps {
  /** Address of the provider's script. */
  readonly script: string;
  /** Prepares the purchase. @returns its id at the provider */
  readonly begin: () => Promise<string>;
  readonly onApproved: (id: string) => void;
}

/** The provider's own button. Its script is fetched once, and looked for each second until it is there. */
export function PayButton({ script, begin, onApproved }: PayButtonProps) {
  const text = useText('plan');
  const errorText = useErrorText();
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'waiting' | 'there' | 'failed' | 'declined'>('waiting');
  const [problem, setProblem] = useState<unknown>(null);
  const calls = useRef({ begin, onApproved });
  calls.current = { begin, onApproved };
  useEffect(() => {
    let buttons: ReturnType<Provider['Buttons']> | null = null;
    const element = [...document.scripts].find(({ src }) => src === script) ?? document.head.appendChild(scriptOf(script));
    const fail = () => setState('failed');
    const failToLoad = () => {
      // One that failed tells so once: whoever comes next fetches it anew.
      element.remove();
      fail();
    };
    element.addEventListener('error', failToLoad);
    const draw = () => {
      const provider = providerIn(window);
      if (!provider || !place.current || buttons) return;
      clearInterval(timer);
      buttons = provider.Buttons({
        createSubscription: () => {
          setProblem(null);
          setState('there');
          return calls.current.begin();
        },
        onApprove: ({ subscriptionID }) => calls.current.onApproved(subscriptionID ?? ''),
        onCancel: () => setState('declined'),
        onError: setProblem,
      });
      buttons.render(place.current).then(() => setState('there'), fail);
    };
    const timer = setInterval(draw, pollEveryMs);
    draw();
    return () => {
      clearInterval(timer);
      element.removeEventListener('error', failToLoad);
      void buttons?.close();
    };
  }, [script]);
  return (
    <Box sx={{ width: '100%', maxWidth: 420 }}>
      {state === 'waiting' && <Box role="status">{text('buttonComing')}</Box>}
      {state === 'failed' && <Problem mb={1}>{text('buttonFailed')}</Problem>}
      {state === 'declined' && (
        <Box role="status" sx={{ mb: 1 }}>
          <div>{text('declined')}</div>
          {text('declinedAgain')}
        </Box>
      )}
      {problem !== null && <Problem mb={1}>{errorText(problem)}</Problem>}
      <div ref={place} />
    </Box>
  );
}

function scriptOf(src: string): HTMLScriptElement {
  const element = document.createElement('script');
  element.src = src;
  element.async = true;
  return element;
}
