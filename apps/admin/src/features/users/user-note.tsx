import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useQueryClient } from '@tanstack/react-query';
import { keyOf, Problem, useAction, useClient } from '@tenbin/app-kit';
import { type AdministeredUser, getUser, type Mapped, noteUser } from '@tenbin/contract';
import { Field, Panel, useErrorText, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { DiscardPrompt } from '../../app/discard-prompt.tsx';
import { useText } from '../../app/text.ts';
import { useMayDo } from '../../app/use-self.ts';

const maxNote = 2000;

/** What administrators keep of a user among themselves. */
export function UserNote({ user }: { readonly user: Mapped<AdministeredUser> }) {
  const text = useText('users');
  const client = useClient();
  const queries = useQueryClient();
  const toast = useToast();
  const errorText = useErrorText();
  const mayChange = useMayDo('users');
  const [note, setNote] = useState(user.note);
  const [isFlagged, setFlagged] = useState(user.isFlagged);
  const isChanged = note !== user.note || isFlagged !== user.isFlagged;
  const save = useAction({
    mutationFn: () => client.call(noteUser, { params: { id: user.id }, body: { note, isFlagged } }),
    onSuccess: async () => {
      toast('success', text('saved'));
      await queries.invalidateQueries({ queryKey: keyOf(getUser) });
    },
  });
  return (
    <Panel title={text('note')}>
      {save.error && <Problem>{errorText(save.error)}</Problem>}
      <Field
        label={text('note')}
        help={text('noteHelp')}
        value={note}
        multiline
        minRows={3}
        readOnly={!mayChange}
        inputProps={{ maxLength: maxNote }}
        onChange={(event) => setNote(event.target.value)}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 1 }}>
        <FormControlLabel
          disabled={!mayChange}
          label={text('flag')}
          control={<Checkbox checked={isFlagged} onChange={(_, isOn) => setFlagged(isOn)} />}
        />
        {mayChange && (
          <Button variant="outlined" loading={save.isPending} disabled={!isChanged} onClick={() => save.mutate()}>
            {text('save')}
          </Button>
        )}
      </Box>
      <DiscardPrompt unsaved={isChanged} />
    </Panel>
  );
}
