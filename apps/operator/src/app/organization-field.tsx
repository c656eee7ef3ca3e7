import { useQuery } from '@tanstack/react-query';
import { testOrganizationId } from '@tenbin/accounts';
import { query } from '@tenbin/app-kit';
import { listAllOrganizations } from '@tenbin/contract';
import { SelectField } from '@tenbin/ui';
import { useText } from './text.ts';

/** What organizations are called, by id, that of test bots too, which is in no list; an unknown one is called by its id. */
export function useOrganizationNames(): (id: string) => string {
  const text = useText('platform');
  const all = useQuery(query(listAllOrganizations, {}));
  return (id) => (id === testOrganizationId ? text('testOrganization') : (all.data?.find((one) => one.id === id)?.name ?? id));
}

interface OrganizationFieldProps {
  readonly value: string | undefined;
  /** The log has entries of the platform itself. */
  readonly withPlatform?: boolean;
  readonly onChange: (id: string | undefined) => void;
}

export function OrganizationField({ value, withPlatform = false, onChange }: OrganizationFieldProps) {
  const text = useText('platform');
  const all = useQuery(query(listAllOrganizations, {}));
  return (
    <SelectField
      small
      label={text('organization')}
      value={value ?? ''}
      options={[
        { value: '', name: text('all') },
        ...(withPlatform ? [{ value: 'platform', name: text('thePlatform') }] : []),
        ...(all.data ?? []).map(({ id, name }) => ({ value: id, name })),
      ]}
      onChange={(next) => onChange(next || undefined)}
    />
  );
}
