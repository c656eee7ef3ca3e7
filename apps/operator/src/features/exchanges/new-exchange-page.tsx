import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { keyOf, PageTitle, useCallForm } from '@tenbin/app-kit';
import { createPlatformExchange, listPlatformExchanges } from '@tenbin/contract';
import { Panel, useToast } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { changesOf, ExchangeForm } from './exchange-form.tsx';

export function NewExchangePage() {
  const text = useText('machine');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const toast = useToast();
  const form = useCallForm(createPlatformExchange, {
    defaults: { name: '', ccxtId: '', baseUrl: '', requiresPassphrase: false, omitPairs: '' },
    input: (values) => ({ body: changesOf(values) }),
    onSuccess: ({ id, name }) => {
      toast('success', text('added', { name }));
      void queries.invalidateQueries({ queryKey: keyOf(listPlatformExchanges) });
      void navigate({ to: '/exchanges/$id', params: { id } });
    },
  });
  return (
    <>
      <PageTitle title={text('newExchange')} />
      <Panel>
        <ExchangeForm form={form} isNew submit={text('add')} />
      </Panel>
    </>
  );
}
