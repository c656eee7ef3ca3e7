import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { SelectField } from '@tenbin/ui';
import type { ReactNode } from 'react';
import { daysOf, periodOf } from '../tables/period.ts';
import { PeriodFields } from '../tables/period-fields.tsx';
import { SearchField } from '../tables/search-field.tsx';
import { useText } from './text.ts';

const fields = ['by', 'about', 'action', 'result', 'from', 'to', 'organization'] as const;

/** As it stands in the address. */
export interface AuditQuery {
  readonly by?: string;
  readonly about?: string;
  readonly action?: string;
  readonly result?: 'done' | 'refused';
  readonly from?: string;
  readonly to?: string;
  /** Where there are several. */
  readonly organization?: string;
}

interface AuditFiltersProps {
  readonly search: AuditQuery;
  /** The names of what is done. */
  readonly actions: readonly { readonly value: string; readonly name: string }[];
  readonly onChange: (search: AuditQuery) => void;
  readonly children?: ReactNode;
}

/** As a call takes it. */
export const auditFilterOf = ({ by, about, action, result, organization: _organization, ...period }: AuditQuery) => ({
  ...(by !== undefined && { by }),
  ...(about !== undefined && { about }),
  ...(action !== undefined && { actions: action }),
  ...(result !== undefined && ({ refused: result === 'refused' ? 'true' : 'false' } as const)),
  ...periodOf(period),
});

/** What the log is searched by. */
export function AuditFilters({ search, actions, onChange, children }: AuditFiltersProps) {
  const text = useText('audit');
  const change = (part: { readonly [Name in keyof AuditQuery]?: string | undefined }) => {
    const next = { ...search, ...part };
    onChange(Object.fromEntries(fields.flatMap((field) => (next[field] ? [[field, next[field]]] : []))) as AuditQuery);
  };
  return (
    <Box
      role="search"
      sx={{
        display: 'grid',
        gap: 1.5,
        p: { xs: 2, sm: 2.5 },
        pb: 1.5,
        alignItems: 'center',
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: 'repeat(3, 1fr)' },
      }}
    >
      <SearchField
        label={text('by')}
        placeholder={text('idOrEmail')}
        value={search.by ?? ''}
        maxLength={254}
        onSearch={(by) => change({ by })}
      />
      <SearchField
        label={text('about')}
        placeholder={text('idOrEmail')}
        value={search.about ?? ''}
        maxLength={254}
        onSearch={(about) => change({ about })}
      />
      <SelectField
        small
        label={text('action')}
        value={search.action ?? ''}
        options={[{ value: '', name: text('allActions') }, ...actions]}
        onChange={(action) => change({ action })}
      />
      <SelectField
        small
        label={text('result')}
        value={search.result ?? ''}
        options={[
          { value: '', name: text('allResults') },
          { value: 'done', name: text('done') },
          { value: 'refused', name: text('refused') },
        ]}
        onChange={(result) => change({ result })}
      />
      {children}
      <PeriodFields {...daysOf(search)} onChange={change} />
      {fields.some((field) => search[field] !== undefined) && (
        <Button onClick={() => onChange({})} sx={{ justifySelf: 'start' }}>
          {text('clear')}
        </Button>
      )}
    </Box>
  );
}
