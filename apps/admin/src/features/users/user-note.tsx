import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useQueryClient } from '@tanstack/react-query';
import { keyOf, Problem, useCallForm } from '@tenbin/app-kit';
import { type AdministeredUser, getUser, type Mapped, noteUser } from '@tenbin/contract';
import { Field, Panel, useErrorText, useToast } from '@tenbin/ui';
import { DiscardPrompt } from '../../app/discard-prompt.tsx';
import { useText } from '../../app/text.ts';
import { useMayDo } from '../../app/use-self.ts';

const maxNote = 2000;

/** What administrators keep of a user among themselves. */
export function UserNote({ user }: { readonly user: Mapped<AdministeredUser> }) {
  const text = useText('users');
  const queries = useQueryClient();
  const toast = useToast();
  const errorText = useErrorText();
  const mayChange = useMayDo('users');
  const stored = { note: user.note, isFlagged: user.isFlagged };
  const form = useCallForm(noteUser, {
    defaults: stored,
    stored,
    input: (body) => ({ params: { id: user.id }, body }),
    onSuccess: async (_, saved) => {
      form.resetDefaultValues(saved);
      toast('success', text('saved'));
      await queries.invalidateQueries({ queryKey: keyOf(getUser) });
    },
  });
  const { isDirty } = form.formState;
  return (
    <Panel title={text('note')}>
      <Box component="form" noValidate onSubmit={form.submit}>
        {form.error && <Problem>{errorText(form.error)}</Problem>}
        <Field
          label={text('note')}
          help={text('noteHelp')}
          multiline
          minRows={3}
          readOnly={!mayChange}
          inputProps={{ maxLength: maxNote }}
          {...form.field('note')}
        />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 1 }}>
          <FormControlLabel
            disabled={!mayChange}
            label={text('flag')}
            control={
              <Checkbox checked={form.watch('isFlagged')} onChange={(_, isOn) => form.setValue('isFlagged', isOn, { shouldDirty: true })} />
            }
          />
          {mayChange && (
            <Button type="submit" variant="outlined" loading={form.isSending} disabled={!isDirty}>
              {text('save')}
            </Button>
          )}
        </Box>
      </Box>
      <DiscardPrompt unsaved={isDirty} />
    </Panel>
  );
}
