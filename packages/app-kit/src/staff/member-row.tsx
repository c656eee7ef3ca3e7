import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { StaffRole } from '@tenbin/accounts';
import type { Administrator, AnyMemberRoutes, Mapped, PlatformOperator } from '@tenbin/contract';
import { ConfirmDialog, formatDate, SelectField, useFailureToast, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { useClient } from '../app/app-context.tsx';
import { useAction } from '../app/use-action.ts';
import { useText } from './text.ts';

/** What somebody may be: with its name, and what it includes. */
export interface MemberRole {
  readonly value: StaffRole;
  readonly name: string;
  readonly may: string;
}

interface MemberRowProps {
  readonly member: Mapped<Administrator | PlatformOperator>;
  readonly isSelf: boolean;
  /** Nobody else has a role that somebody must have. */
  readonly isLast: boolean;
  readonly routes: AnyMemberRoutes;
  readonly roles: readonly MemberRole[];
  readonly onChanged: () => Promise<unknown>;
}

/** One of those who manage something, and what can be done about it. */
export function MemberRow({
  member: { id, email, role, isInvited, hasFactor, createdAt },
  isSelf,
  isLast,
  routes,
  roles,
  onChanged,
}: MemberRowProps) {
  const text = useText('administrators');
  const client = useClient();
  const toast = useToast();
  const [asked, setAsked] = useState<'removal' | MemberRole | null>(null);
  const close = () => setAsked(null);
  const roleName = roles.find(({ value }) => value === role)?.name ?? role;
  const params = { id };
  const change = useChange(
    onChanged,
    (next: MemberRole) => client.call(routes.update, { params, body: { role: next.value } }),
    () => toast('success', text('changed', { email })),
  );
  const remove = useChange(
    onChanged,
    () => client.call(routes.remove, { params }),
    () => toast('success', text('removed', { email })),
  );
  const resend = useChange(
    onChanged,
    () => client.call(routes.resend, { params }),
    () => toast('success', text('invited', { email })),
  );
  return (
    <Box
      component="li"
      sx={{ display: 'grid', gap: 1.5, alignItems: 'center', gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 1fr) 200px auto' } }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <strong>{email}</strong> {isSelf && `(${text('you')})`}
        <Box sx={{ fontSize: 14, color: 'text.secondary' }}>
          {text(isInvited ? 'invitedAt' : 'since', { at: formatDate(createdAt) })}
          {!isInvited && ` · ${text(hasFactor ? 'withFactor' : 'withoutFactor')}`}
        </Box>
        {isLast && <Box sx={{ fontSize: 14 }}>{text('lastOne', { role: roleName })}</Box>}
      </Box>
      <SelectField
        small
        label={text('role')}
        name={text('roleOf', { email })}
        value={role}
        options={roles}
        disabled={change.isPending || isLast}
        onChange={(next) => setAsked(roles.find(({ value }) => value === next) ?? null)}
      />
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {isInvited && (
          <Button aria-label={text('resendTo', { email })} loading={resend.isPending} onClick={() => resend.mutate()}>
            {text('resend')}
          </Button>
        )}
        {!isLast && (
          <Button color="error" aria-label={text('removeOf', { email })} onClick={() => setAsked('removal')}>
            {text('remove')}
          </Button>
        )}
      </Box>
      <ConfirmDialog
        open={asked === 'removal'}
        title={text('removeTitle')}
        confirm={text('remove')}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: close })}
        onClose={close}
      >
        {text('removeHelp', { email })}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked !== null && asked !== 'removal'}
        title={text('changeTitle')}
        confirm={text('change')}
        busy={change.isPending}
        onConfirm={() => asked !== null && asked !== 'removal' && change.mutate(asked, { onSettled: close })}
        onClose={close}
      >
        {asked !== null && asked !== 'removal' && (
          <>
            {text('changeHelp', { email, before: roleName, after: asked.name })}
            <Box sx={{ mt: 1, fontSize: 14, color: 'text.secondary' }}>{asked.may}</Box>
          </>
        )}
      </ConfirmDialog>
    </Box>
  );
}

function useChange<Given = void>(onChanged: () => Promise<unknown>, mutationFn: (given: Given) => Promise<unknown>, onSuccess: () => void) {
  const failed = useFailureToast();
  return useAction<unknown, Given>({ mutationFn, onSuccess, onError: (error) => failed(error), onSettled: onChanged });
}
