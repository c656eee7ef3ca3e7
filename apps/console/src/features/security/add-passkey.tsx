import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { deviceOf } from '@tenbin/accounts';
import { keyOf, makePasskey, Problem, useAction, useClient } from '@tenbin/app-kit';
import { ApiError, addPasskey, getFactors, type Mapped, OfflineError, type RouteReply, setUpPasskey } from '@tenbin/contract';
import { useErrorText, useToast } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { ProofForm } from './proof-form.tsx';

interface AddPasskeyProps {
  readonly asksCode: boolean;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}

/** The password, then the browser makes the passkey. It is called after the browser, until it gets another name. */
export function AddPasskey({ asksCode, onCodes, onClose }: AddPasskeyProps) {
  const text = useText('security');
  const errorText = useErrorText();
  const toast = useToast();
  const client = useClient();
  const queries = useQueryClient();
  const { mutate, error } = useAction({
    mutationFn: async ({ state, options }: Mapped<RouteReply<typeof setUpPasskey>>) => {
      const { id, rawId, response } = await makePasskey(options);
      const { attestationObject, clientDataJSON, transports } = response;
      const made = { attestationObject, clientDataJSON, ...(transports && { transports }) };
      const name = deviceOf(navigator.userAgent) ?? text('passkey');
      return client.call(addPasskey, { body: { state, name, response: { id, rawId, type: 'public-key', response: made } } });
    },
    onSuccess: ({ recoveryCodes }) => {
      onCodes(recoveryCodes);
      toast('success', text('passkeyAdded'));
      void queries.invalidateQueries({ queryKey: keyOf(getFactors) });
      onClose();
    },
  });
  const isTold = error instanceof ApiError || error instanceof OfflineError;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {error && <Problem>{isTold ? errorText(error) : text('passkeyNotMade')}</Problem>}
      <ProofForm route={setUpPasskey} submit={text('next')} asksCode={asksCode} onDone={(asked) => mutate(asked)} onClose={onClose}>
        {text('addPasskeyHelp')}
      </ProofForm>
    </Box>
  );
}
