import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { keyOf, Problem, query, useAction, useCallForm, useClient } from '@tenbin/app-kit';
import { listSavedFilters, type Mapped, removeSavedFilter, type SavedFilter, saveFilter } from '@tenbin/contract';
import { ConfirmDialog, Field, languageInAddress, SelectField, useErrorText, useFailureToast, useToast } from '@tenbin/ui';
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
/** What an address says of a list: a link may ask for a language besides. */
const textsOf = ({ [languageInAddress]: _language, ...search }: Readonly<Record<string, unknown>>): Search =>
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
  const saved = all.map((one) => ({ ...one, search: textsOf(one.search) })).filter((one) => suits(one.search));
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

interface Values {
  readonly name: string;
  /** Null: nobody said. */
  readonly share: boolean | null;
}

function SaveFilter({ list, search, own, mayShare, onSaved, onClose }: SaveFilterProps) {
  const text = useText('savedFilters');
  const toast = useToast();
  const errorText = useErrorText();
  const replacedBy = (name: string) => own.find((one) => one.name === name.trim());
  /** As long as nobody said otherwise, the one that it replaces says it. */
  const isShared = ({ name, share }: Values) => share ?? replacedBy(name)?.isShared ?? false;
  const form = useCallForm(saveFilter, {
    defaults: { name: '', share: null } as Values,
    input: (values) => ({
      body: {
        list,
        name: values.name.trim(),
        search: { ...search },
        isShared: isShared(values),
        replaces: replacedBy(values.name) !== undefined,
      },
    }),
    onSuccess: async () => {
      toast('success', text('saved'));
      await onSaved();
      onClose();
    },
  });
  const values = form.watch();
  const replaced = replacedBy(values.name);
  return (
    <ConfirmDialog
      open
      title={text('saveTitle')}
      confirm={text(replaced ? 'replace' : 'save')}
      busy={form.isSending}
      waits={values.name.trim() === ''}
      onClose={onClose}
      onConfirm={() => void form.submit()}
    >
      <Box component="form" noValidate onSubmit={form.submit}>
        {form.error && <Problem>{errorText(form.error)}</Problem>}
        <Field label={text('name')} inputProps={{ maxLength: 60 }} {...form.field('name')} />
        {replaced && <Box sx={{ fontSize: 14, mt: 1 }}>{text(replaced.isShared ? 'replacesShared' : 'replacesOwn')}</Box>}
        {mayShare && (
          <FormControlLabel
            label={text('share')}
            control={<Checkbox checked={isShared(values)} onChange={(_, isOn) => form.setValue('share', isOn)} />}
            sx={{ mt: 1 }}
          />
        )}
      </Box>
    </ConfirmDialog>
  );
}
