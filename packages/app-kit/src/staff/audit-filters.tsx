import Button from '@mui/material/Button';
import { FoldingFilters, SelectField } from '@tenbin/ui';
import type { ReactNode } from 'react';
import type { SearchChange } from '../router/search.ts';
import { PeriodFields } from '../tables/period-fields.tsx';
import { SearchField } from '../tables/search-field.tsx';
import { auditResults } from './audit-search.ts';
import { daysIn, periodIn } from './period-in.ts';
import { useText } from './text.ts';
import type { ActNames } from './use-act-names.ts';

const fields = ['by', 'about', 'action', 'result', 'from', 'to', 'organization'] as const;

/** As it stands in the address. */
export interface AuditQuery {
  readonly by?: string;
  readonly about?: string;
  readonly action?: string;
  readonly result?: (typeof auditResults)[number];
  readonly from?: string;
  readonly to?: string;
  /** Where there are several. */
  readonly organization?: string;
}

interface AuditFiltersProps {
  readonly search: AuditQuery;
  /** By whose clocks its days begin. */
  readonly timeZone: string;
  /** The names of what is done. */
  readonly actions: ActNames['options'];
  readonly onChange: (part: SearchChange<AuditQuery>) => void;
  readonly onClear: () => void;
  readonly children?: ReactNode;
}

/** As a call takes it. */
export const auditFilterOf = ({ by, about, action, result, organization: _organization, ...period }: AuditQuery, timeZone: string) => ({
  ...(by !== undefined && { by }),
  ...(about !== undefined && { about }),
  ...(action !== undefined && { actions: action }),
  ...(result !== undefined && ({ refused: result === 'refused' ? 'true' : 'false' } as const)),
  ...periodIn(period, timeZone),
});

/** By how many of its fields it is searched. */
export const filterCountOf = (search: AuditQuery): number => fields.filter((field) => search[field] !== undefined).length;

/** What the log is searched by. */
export function AuditFilters({ search, timeZone, actions, onChange, onClear, children }: AuditFiltersProps) {
  const text = useText('audit');
  const count = filterCountOf(search);
  return (
    <FoldingFilters
      label={text('title')}
      name={text('filters')}
      count={count}
      sx={{
        p: { xs: 2, sm: 2.5 },
        pb: 1.5,
        alignItems: 'start',
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: 'repeat(3, 1fr)' },
      }}
    >
      <SearchField
        label={text('by')}
        placeholder={text('idOrEmail')}
        help={text('wholeHelp')}
        value={search.by ?? ''}
        maxLength={254}
        onSearch={(by) => onChange({ by })}
      />
      <SearchField
        label={text('about')}
        placeholder={text('idOrEmail')}
        help={text('wholeHelp')}
        value={search.about ?? ''}
        maxLength={254}
        onSearch={(about) => onChange({ about })}
      />
      <SelectField
        small
        label={text('action')}
        value={search.action ?? ''}
        options={[{ value: '', name: text('allActions') }, ...actions]}
        onChange={(action) => onChange({ action })}
      />
      <SelectField
        small
        label={text('result')}
        value={search.result ?? ''}
        options={[{ value: '', name: text('allResults') }, ...auditResults.map((value) => ({ value, name: text(value) }))]}
        onChange={(result) => onChange({ result: auditResults.find((one) => one === result) })}
      />
      {children}
      <PeriodFields {...daysIn(search, timeZone)} onChange={onChange} />
      {count > 0 && (
        <Button onClick={onClear} sx={{ justifySelf: 'start' }}>
          {text('clear')}
        </Button>
      )}
    </FoldingFilters>
  );
}
