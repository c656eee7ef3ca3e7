import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { keyOf, PagedList, query, useAction, useClient, usePagedList } from '@tenbin/app-kit';
import { countUsers, countWaitingSignUps, listUsers, listWaitingSignUps, verifyUserByHand } from '@tenbin/contract';
import { Empty, formatDate, Pager, useFailureToast, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';
import { TypedConfirm } from '../../app/typed-confirm.tsx';
import { useMayDo } from '../../app/use-self.ts';

const pageSize = 20;

interface WaitingSignUpsProps {
  /** Part of the address. */
  readonly email: string | undefined;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** Who signed up and has not entered the mailed code: no users yet, unless somebody takes their address as confirmed. */
export function WaitingSignUps({ email, page, onPage }: WaitingSignUpsProps) {
  const text = useText('users');
  const client = useClient();
  const queries = useQueryClient();
  const toast = useToast();
  const failed = useFailureToast();
  const mayVerify = useMayDo('users');
  const [asked, setAsked] = useState<{ readonly id: string; readonly email: string } | null>(null);
  const filter = email === undefined ? {} : { email };
  const list = usePagedList({
    count: query(countWaitingSignUps, { query: filter }),
    list: ({ offset, limit }) => query(listWaitingSignUps, { query: { ...filter, skip: offset, limit } }),
    page,
    size: pageSize,
  });
  const verify = useAction({
    mutationFn: ({ id, reason }: { readonly id: string; readonly reason: string }) =>
      client.call(verifyUserByHand, { params: { id }, body: { reason } }),
    onSuccess: async () => {
      toast('success', text('done'));
      for (const read of [listWaitingSignUps, countWaitingSignUps, listUsers, countUsers])
        await queries.invalidateQueries({ queryKey: keyOf(read) });
    },
    onError: (error) => failed(error),
    onSettled: () => setAsked(null),
  });
  return (
    <>
      <Box role="status" sx={{ px: { xs: 2, sm: 2.5 }, pb: 1.5, fontSize: 14 }}>
        {list.count !== undefined && text('waitingCount', { count: list.count })}
      </Box>
      <PagedList list={list} what={text('signUps')} waiting={{ rows: 4, height: 53 }} empty={<Empty title={text('noSignUps')} />}>
        {(rows) => (
          <Box component="ul" aria-label={text('signUps')} sx={{ m: 0, p: 0, listStyle: 'none', fontSize: 14 }}>
            {rows.map((signUp) => (
              <Box
                component="li"
                key={signUp.id}
                sx={{
                  display: 'flex',
                  flexWrap: 'wrap',
                  alignItems: 'center',
                  gap: 1,
                  px: { xs: 2, sm: 2.5 },
                  py: 1,
                  borderTop: '1px solid',
                  borderColor: 'divider',
                }}
              >
                <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
                  {signUp.email}
                  <Box sx={{ color: 'text.secondary' }}>
                    {formatDate(signUp.createdAt)} · {text('expires', { at: formatDate(signUp.expiresAt) })}
                  </Box>
                </Box>
                {mayVerify && (
                  <Button size="small" onClick={() => setAsked(signUp)} aria-label={`${text('verify')}: ${signUp.email}`}>
                    {text('verify')}
                  </Button>
                )}
              </Box>
            ))}
          </Box>
        )}
      </PagedList>
      <Pager page={list.page} pages={list.pages} onPage={onPage} />
      {asked && (
        <TypedConfirm
          title={text('verify')}
          says={text('verifyText', { email: asked.email })}
          confirm={text('confirm')}
          reason={text('reason')}
          needsReason
          danger={false}
          busy={verify.isPending}
          onClose={() => setAsked(null)}
          onConfirm={(reason) => verify.mutate({ id: asked.id, reason })}
        />
      )}
    </>
  );
}
