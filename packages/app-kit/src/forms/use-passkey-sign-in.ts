import { ApiError, OfflineError } from '@tenbin/contract';
import { useErrorText } from '@tenbin/ui';
import { useApp, useClient } from '../app/app-context.tsx';
import type { SecondStep } from '../app/surface.ts';
import { useAction } from '../app/use-action.ts';
import { useWayBack } from '../router/use-way-back.ts';
import { signWithPasskey } from '../session/passkey.ts';
import { useKitText } from '../words/text.ts';

interface Given {
  readonly calls: SecondStep;
  /** Of the first step; without it the passkey stands for the password. */
  readonly challenge?: string;
  readonly organization?: string;
  readonly next: string | undefined;
}

/** Signs in with a passkey. */
export function usePasskeySignIn({ calls, next, ...asking }: Given) {
  const text = useKitText('kit');
  const errorText = useErrorText();
  const client = useClient();
  const { session } = useApp();
  const goBack = useWayBack();
  const { mutate, isPending, error } = useAction({
    mutationFn: async () => {
      const { state, options } = await client.call(calls.askForPasskey, { body: asking });
      const { id, rawId, response } = await signWithPasskey(options);
      return client.call(calls.signInWithPasskey, { body: { state, response: { id, rawId, type: 'public-key', response } } });
    },
    onSuccess: ({ uniqueKey }) => {
      session.begin(uniqueKey);
      goBack(next);
    },
  });
  const isKnown = error instanceof ApiError || error instanceof OfflineError;
  return { start: () => mutate(), isPending, problem: error && (isKnown ? errorText(error) : text('passkeyFailed')) };
}
