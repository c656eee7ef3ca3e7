import Checkbox from '@mui/material/Checkbox';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { keyOf, PageLink, query, useAction, useClient } from '@tenbin/app-kit';
import {
  getPlatformExchange,
  listAllOrganizations,
  listPlatformExchanges,
  type Mapped,
  type OperatedOrganization,
  updateOrganization,
} from '@tenbin/contract';
import { Empty, Failure, Loading, Panel, SmallTable, useFailureToast, useToast } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { useMayOperate } from '../../app/use-self.ts';

type Organization = Mapped<OperatedOrganization>;

/** Which organizations may offer an exchange, and which of them do. */
export function OfferingOrganizations({ exchangeId }: { readonly exchangeId: string }) {
  const text = useText('machine');
  const mayOperate = useMayOperate();
  const all = useQuery(query(listAllOrganizations, {}));
  const allow = useAllow(exchangeId);
  return (
    <Panel title={text('offering')}>
      <Typography variant="body2" sx={{ mb: 1 }}>
        {text('offeringHelp')}
      </Typography>
      {all.isPending && <Loading what={text('organizations')} rows={3} height={44} />}
      {all.isLoadingError && <Failure what={text('organizations')} error={all.error} onRetry={() => void all.refetch()} />}
      {all.data?.length === 0 && <Empty title={text('noOrganizations')} />}
      {all.data && all.data.length > 0 && (
        <SmallTable
          lined
          stacked="named"
          label={text('offering')}
          maxHeight={480}
          heads={[text('organization'), text('mayOffer'), text('offers')]}
          rows={all.data.map((one) => ({
            key: one.id,
            cells: [
              <PageLink key="name" to="/organizations/$id" params={{ id: one.id }}>
                {one.name}
              </PageLink>,
              <Checkbox
                key="may"
                size="small"
                checked={one.allowedExchanges.includes(exchangeId)}
                disabled={!mayOperate || allow.isPending}
                onChange={(_, may) => allow.mutate({ organization: one, may })}
                slotProps={{ input: { 'aria-label': `${text('mayOffer')}: ${one.name}` } }}
              />,
              text(one.exchanges.includes(exchangeId) ? 'yes' : 'no'),
            ],
          }))}
        />
      )}
    </Panel>
  );
}

interface Choice {
  readonly organization: Organization;
  readonly may: boolean;
}

/** The call takes all that an organization may offer, so they are asked for just before: nobody else's choice is undone. */
function useAllow(exchangeId: string) {
  const text = useText('machine');
  const client = useClient();
  const queries = useQueryClient();
  const toast = useToast();
  const failed = useFailureToast();
  return useAction<unknown, Choice>({
    async mutationFn({ organization: { id, allowedExchanges }, may }) {
      const now = (await client.call(listAllOrganizations, {})).find((one) => one.id === id)?.allowedExchanges ?? allowedExchanges;
      const others = now.filter((one) => one !== exchangeId);
      return client.call(updateOrganization, { params: { id }, body: { exchanges: may ? [...others, exchangeId] : others } });
    },
    onSuccess: (_, { organization: { name }, may }) => toast('success', text(may ? 'nowOffers' : 'noLongerOffers', { name })),
    onError: (error) => failed(error),
    onSettled: () =>
      Promise.all(
        [listAllOrganizations, getPlatformExchange, listPlatformExchanges].map((read) =>
          queries.invalidateQueries({ queryKey: keyOf(read) }),
        ),
      ),
  });
}
