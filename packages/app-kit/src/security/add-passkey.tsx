import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { deviceOf } from '@tenbin/accounts';
import { ApiError, type Mapped, OfflineError, type RouteReply, type setUpPasskey } from '@tenbin/contract';
import { useErrorText, useToast } from '@tenbin/ui';
import { useClient } from '../app/app-context.tsx';
import { keyOf } from '../app/query.ts';
import { useAction } from '../app/use-action.ts';
import { Problem } from '../forms/problem.tsx';
import { makePasskey } from '../session/passkey.ts';
import { ProofForm } from './proof-form.tsx';
import { useSecurityRoutes } from './security-routes.ts';
import { useText } from './text.ts';

interface AddPasskeyProps {
  readonly asksCode: boolean;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}

/** The password, then the browser makes the passkey. It is called after the browser, until it gets another name. */
export function AddPasskey({ asksCode, onCodes, onClose }: AddPasskeyProps) {
  const text = useText('security');
  const routes = useSecurityRoutes();
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
      return client.call(routes.addPasskey, { body: { state, name, response: { id, rawId, type: 'public-key', response: made } } });
    },
    onSuccess: ({ recoveryCodes }) => {
      onCodes(recoveryCodes);
      toast('success', text('passkeyAdded'));
      void queries.invalidateQueries({ queryKey: keyOf(routes.factors) });
      onClose();
    },
  });
  const isKnown = error instanceof ApiError || error instanceof OfflineError;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {error && <Problem>{isKnown ? errorText(error) : text('passkeyNotMade')}</Problem>}
      <ProofForm route={routes.setUpPasskey} submit={text('next')} asksCode={asksCode} onDone={(asked) => mutate(asked)} onClose={onClose}>
        {text('addPasskeyHelp')}
      </ProofForm>
    </Box>
  );
}
