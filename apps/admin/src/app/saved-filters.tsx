import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { keyOf, Problem, query, useAction, useClient } from '@tenbin/app-kit';
import { listSavedFilters, type Mapped, removeSavedFilter, type SavedFilter, saveFilter } from '@tenbin/contract';
import { ConfirmDialog, Field, SelectField, useErrorText, useFailureToast, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from './text.ts';
import { useMayDo } from './use-self.ts';

type Search = Readonly<Record<string, string>>;

interface SavedFiltersProps {
  readonly list: SavedFilter['list'];
  /** What the address says, but for its page. */
  readonly search: Readonly<Record<string, unknown>>;
  readonly onChoose: (search: Search) => void;
  /** Which of the saved ones mean something here; without it, all. */
  readonly suits?: (search: Search) => boolean;
  /** Whether the present one is worth a name; without it, it is. */
  readonly maySave?: boolean;
}

const suitsAnywhere = (): boolean => true;
const textsOf = (search: Readonly<Record<string, unknown>>): Search =>
  Object.fromEntries(Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
const isSame = (a: Search, b: Search): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([name, value]) => b[name] === value);

/** Filters that somebody saved under names, for themselves or for everybody; and the present one, to be saved. */
export function SavedFilters({ list, search, onChoose, suits = suitsAnywhere, maySave = true }: SavedFiltersProps) {
  const text = useText('savedFilters');
  const client = useClient();
  const queries = useQueryClient();
  const toast = useToast();
  const failed = useFailureToast();
  const mayShare = useMayDo('users');
  const { data: all = [] } = useQuery(query(listSavedFilters, { query: { list } }));
  const saved = all.filter((one) => suits(one.search));
  const [asks, setAsks] = useState<'save' | 'remove' | null>(null);
  const present = textsOf(search);
  /** Of several that look for the same. */
  const [chosenId, setChosenId] = useState<string | null>(null);
  const same = saved.filter((one) => isSame(one.search, present));
  const chosen = same.find(({ id }) => id === chosenId) ?? same[0];
  const readAgain = () => queries.invalidateQueries({ queryKey: keyOf(listSavedFilters) });
  const remove = useAction({
    mutationFn: (id: string) => client.call(removeSavedFilter, { params: { id } }),
    onSuccess: async () => {
      toast('success', text('removed'));
      await readAgain();
    },
    onError: (error) => failed(error),
    onSettled: () => setAsks(null),
  });
  const savable = maySave && Object.keys(present).length > 0;
  const nameOf = ({ name, isShared }: Mapped<SavedFilter>) => (isShared ? text('sharedName', { name }) : name);
  if (saved.length === 0 && !savable) return null;
  return (
    <Box role="group" aria-label={text('title')} sx={{ px: { xs: 2, sm: 2.5 }, pb: 1.5, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {saved.length > 0 && (
        <Box sx={{ width: { xs: '100%', sm: 280 } }}>
          <SelectField
            small
            label={text('title')}
            value={chosen?.id ?? ''}
            options={[{ value: '', name: text('none') }, ...saved.map((one) => ({ value: one.id, name: nameOf(one) }))]}
            onChange={(id) => {
              setChosenId(id);
              onChoose(saved.find((one) => one.id === id)?.search ?? {});
            }}
          />
        </Box>
      )}
      {chosen === undefined && savable && (
        <Button size="small" onClick={() => setAsks('save')}>
          {text('save')}
        </Button>
      )}
      {chosen !== undefined && (chosen.isOwn || mayShare) && (
        <Button size="small" onClick={() => setAsks('remove')}>
          {text('remove')}
        </Button>
      )}
      {asks === 'save' && (
        <SaveFilter
          list={list}
          search={present}
          own={all.filter(({ isOwn }) => isOwn)}
          mayShare={mayShare}
          onSaved={readAgain}
          onClose={() => setAsks(null)}
        />
      )}
      {asks === 'remove' && chosen && (
        <ConfirmDialog
          open
          danger
          title={text('removeTitle', { name: chosen.name })}
          confirm={text('remove')}
          busy={remove.isPending}
          onClose={() => setAsks(null)}
          onConfirm={() => remove.mutate(chosen.id)}
        >
          {text(chosen.isShared ? 'removeShared' : 'removeOwn')}
        </ConfirmDialog>
      )}
    </Box>
  );
}

interface SaveFilterProps {
  readonly list: SavedFilter['list'];
  readonly search: Search;
  /** What this person has saved already: one of the same name is replaced. */
  readonly own: readonly Mapped<SavedFilter>[];
  readonly mayShare: boolean;
  readonly onSaved: () => Promise<void>;
  readonly onClose: () => void;
}

function SaveFilter({ list, search, own, mayShare, onSaved, onClose }: SaveFilterProps) {
  const text = useText('savedFilters');
  const client = useClient();
  const toast = useToast();
  const errorText = useErrorText();
  const [name, setName] = useState('');
  const [share, setShare] = useState<boolean | null>(null);
  const replaced = own.find((one) => one.name === name.trim());
  const isShared = share ?? replaced?.isShared ?? false;
  const save = useAction({
    mutationFn: () =>
      client.call(saveFilter, { body: { list, name: name.trim(), search: { ...search }, isShared, replaces: replaced !== undefined } }),
    onSuccess: async () => {
      toast('success', text('saved'));
      await onSaved();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      title={text('saveTitle')}
      confirm={text(replaced ? 'replace' : 'save')}
      busy={save.isPending}
      waits={name.trim() === ''}
      onClose={onClose}
      onConfirm={() => save.mutate()}
    >
      {save.error && <Problem>{errorText(save.error)}</Problem>}
      <Field label={text('name')} value={name} inputProps={{ maxLength: 60 }} onChange={(event) => setName(event.target.value)} />
      {replaced && <Box sx={{ fontSize: 14, mt: 1 }}>{text(replaced.isShared ? 'replacesShared' : 'replacesOwn')}</Box>}
      {mayShare && (
        <FormControlLabel
          label={text('share')}
          control={<Checkbox checked={isShared} onChange={(_, isOn) => setShare(isOn)} />}
          sx={{ mt: 1 }}
        />
      )}
    </ConfirmDialog>
  );
}
