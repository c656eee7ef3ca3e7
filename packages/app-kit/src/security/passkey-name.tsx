import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { Field, useErrorText } from '@tenbin/ui';
import { keyOf } from '../app/query.ts';
import { Problem } from '../forms/problem.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { useSecurityRoutes } from './security-routes.ts';
import { useText } from './text.ts';

/** Another name for a passkey. */
export function PasskeyName({ id, name: before, onClose }: { readonly id: string; readonly name: string; readonly onClose: () => void }) {
  const text = useText('security');
  const routes = useSecurityRoutes();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const form = useCallForm(routes.renamePasskey, {
    defaults: { name: before },
    input: ({ name }) => ({ params: { id }, body: { name: name.trim() } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: keyOf(routes.factors) });
      onClose();
    },
  });
  return (
    <Box component="form" noValidate onSubmit={form.submit} sx={{ display: 'grid', gap: 1, maxWidth: 420, mt: 1 }}>
      {form.error && <Problem>{errorText(form.error)}</Problem>}
      <Field label={text('passkeyName')} {...form.field('name')} />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" variant="contained" loading={form.isSending}>
          {text('rename')}
        </Button>
        <Button onClick={onClose}>{text('cancel')}</Button>
      </Box>
    </Box>
  );
}
