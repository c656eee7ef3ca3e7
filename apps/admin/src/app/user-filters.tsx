import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { query, type SearchChange, SearchField } from '@tenbin/app-kit';
import { listUserPlans } from '@tenbin/contract';
import { FoldingFilters, SelectField } from '@tenbin/ui';
import { useId, useState } from 'react';
import { useText } from './text.ts';
import { useMayDo } from './use-self.ts';
import { conditions, ends, onlys, seens, shows, sinces, sorts, type UserOrder, type UserSearch, useds } from './user-search.ts';

interface UserFiltersProps {
  readonly search: UserSearch & { readonly sort?: UserOrder | undefined; readonly show?: (typeof shows)[number] | undefined };
  readonly onChange: (next: SearchChange<UserFiltersProps['search']>) => void;
  /** They are listed below: in an order, and those who wait for their code can be shown in their place. */
  readonly isList?: boolean;
}

const grid = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(5, minmax(0, 1fr))' },
} as const;

/** What is asked for often, and the rest of it behind a button. */
export function UserFilters({ search, onChange, isList = false }: UserFiltersProps) {
  const text = useText('users');
  const moreId = useId();
  const { email = '', id = '', condition = 'all', only = '', sort = 'newest' } = search;
  const { plan, ends: end, used, from, below, referrer, seen, since, show } = search;
  const more = [plan, end, used, from, below, referrer, seen, since];
  const [isOpen, setOpen] = useState(more.some((value) => value !== undefined));
  const count = [...more, search.id, search.condition, search.only, show].filter((value) => value !== undefined).length;
  return (
    <FoldingFilters
      label={text('title')}
      name={text('filters')}
      count={count}
      first={
        <SearchField label={text('search')} value={email} maxLength={254} onSearch={(value) => onChange({ email: value || undefined })} />
      }
      sx={{ ...grid, px: { xs: 2, sm: 2.5 }, py: 2 }}
    >
      <SearchField label={text('searchId')} value={id} maxLength={36} onSearch={(value) => onChange({ id: value || undefined })} />
      <SelectField
        small
        label={text('condition')}
        value={show ?? condition}
        options={[...conditions, ...(isList ? shows : [])].map((value) => ({ value, name: text(value) }))}
        onChange={(value) =>
          onChange({
            show: shows.find((one) => one === value),
            condition: value === 'all' ? undefined : conditions.find((one) => one === value),
          })
        }
      />
      <SelectField
        small
        label={text('state')}
        value={only}
        options={[{ value: '', name: text('all') }, ...onlys.map((value) => ({ value, name: text(value) }))]}
        onChange={(value) => onChange({ only: onlys.find((one) => one === value) })}
      />
      {isList && (
        <SelectField
          small
          label={text('sort')}
          value={sort}
          options={sorts.map((value) => ({ value, name: text(value) }))}
          onChange={(value) => onChange({ sort: sorts.find((one) => one === value) })}
        />
      )}
      <Box sx={{ gridColumn: '1 / -1', display: 'grid', gap: 1.5 }}>
        <Button size="small" aria-expanded={isOpen} aria-controls={moreId} onClick={() => setOpen(!isOpen)} sx={{ justifySelf: 'start' }}>
          {text(isOpen ? 'fewerFilters' : 'moreFilters')}
        </Button>
        <Box id={moreId} hidden={!isOpen} sx={{ ...grid, '&[hidden]': { display: 'none' } }}>
          {isOpen && <MoreFilters search={search} onChange={onChange} />}
        </Box>
      </Box>
    </FoldingFilters>
  );
}

/** Whole USD, or with up to eight digits behind the point; anything else is not looked for. */
const amountOf = (typed: string): string | undefined => (/^\d{1,15}(?:\.\d{1,8})?$/.test(typed) ? typed : undefined);

function MoreFilters({ search, onChange }: UserFiltersProps) {
  const text = useText('users');
  const mayReadPlans = useMayDo('plans');
  const plans = useQuery({ ...query(listUserPlans, { query: { limit: 100 } }), enabled: mayReadPlans });
  const any = { value: '', name: text('all') };
  const { plan = '', ends: end = '', used = '', from = '', below = '', referrer = '', seen = '', since = '' } = search;
  return (
    <>
      {mayReadPlans && (
        <SelectField
          small
          label={text('plan')}
          value={plan}
          options={[any, ...(plans.data ?? []).map(({ id, name }) => ({ value: id, name }))]}
          onChange={(value) => onChange({ plan: value || undefined })}
        />
      )}
      <SelectField
        small
        label={text('periodEnd')}
        value={end}
        options={[any, ...ends.map((value) => ({ value, name: text(value) }))]}
        onChange={(value) => onChange({ ends: ends.find((one) => one === value) })}
      />
      <SelectField
        small
        label={text('limitUsed')}
        value={used}
        options={[any, ...useds.map((value) => ({ value, name: text('usedFrom', { percent: value }) }))]}
        onChange={(value) => onChange({ used: useds.find((one) => one === value) })}
      />
      <SearchField label={text('volumeFrom')} value={from} maxLength={24} onSearch={(value) => onChange({ from: amountOf(value) })} />
      <SearchField label={text('volumeBelow')} value={below} maxLength={24} onSearch={(value) => onChange({ below: amountOf(value) })} />
      <SearchField
        label={text('referrer')}
        value={referrer}
        maxLength={36}
        onSearch={(value) => onChange({ referrer: value || undefined })}
      />
      <SelectField
        small
        label={text('lastSeen')}
        value={seen}
        options={[any, ...seens.map((value) => ({ value, name: text(value) }))]}
        onChange={(value) => onChange({ seen: seens.find((one) => one === value) })}
      />
      <SelectField
        small
        label={text('since')}
        value={since}
        options={[any, ...sinces.map((value) => ({ value, name: text(value) }))]}
        onChange={(value) => onChange({ since: sinces.find((one) => one === value) })}
      />
    </>
  );
}
