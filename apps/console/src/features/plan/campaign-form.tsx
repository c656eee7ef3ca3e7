import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { keyOf, Problem, useCallForm } from '@tenbin/app-kit';
import { ApiError, listAvailablePlans, redeemCampaignCode } from '@tenbin/contract';
import { Field, Panel, useErrorText, useFailureToast, useToast } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import type { PlanChange, PlanState } from './plan-state.ts';

/** A code makes its plan available. */
export function CampaignForm({ state, change }: { state: PlanState; change: (change: PlanChange) => void }) {
  const text = useText('plan');
  const errorText = useErrorText();
  const toast = useToast();
  const failed = useFailureToast();
  const queries = useQueryClient();
  const form = useCallForm(redeemCampaignCode, {
    defaults: { campaignCode: '' },
    input: ({ campaignCode }) => ({ body: { campaignCode: campaignCode.trim() } }),
    problems: ({ campaignCode }) => ({ campaignCode: campaignCode.trim() === '' && text('codeRequired') }),
    onSuccess: (plan) => {
      form.reset();
      change({ kind: 'codeTaken', plan });
      toast('success', text('codeTaken', { name: plan.name }));
      // It is shown from here; whoever comes to the page again reads it with the others.
      void queries.invalidateQueries({ queryKey: keyOf(listAvailablePlans), refetchType: 'none' });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.type) change({ kind: 'codeRefused', type: error.type });
      else failed(error);
    },
  });
  return (
    <Panel title={text('campaign')}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          change({ kind: 'codeRequested' });
          void form.submit(event);
        }}
        sx={{ display: 'flex', flexDirection: 'column', gap: 1, maxWidth: 420, '& > p': { m: 0, mb: 1, fontSize: 14 } }}
      >
        <p>{text('campaignHelp')}</p>
        {form.error && state.campaignCodeErrorType === null && <Problem>{errorText(form.error)}</Problem>}
        <Field
          label={text('campaignCode')}
          autoComplete="off"
          spellCheck={false}
          help={form.error instanceof ApiError && state.campaignCodeErrorType !== null && form.error.advice}
          {...form.field('campaignCode')}
        />
        <Box>
          <Button type="submit" variant="outlined" loading={form.isSending}>
            {text('useCode')}
          </Button>
        </Box>
      </Box>
    </Panel>
  );
}
