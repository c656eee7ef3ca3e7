import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { keyOf, Problem, useCallForm } from '@tenbin/app-kit';
import { listAvailablePlans, redeemCampaignCode } from '@tenbin/contract';
import { Field, Panel, useErrorText, useToast } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

/** A code makes its plan available. */
export function CampaignForm() {
  const text = useText('plan');
  const errorText = useErrorText();
  const toast = useToast();
  const queries = useQueryClient();
  const form = useCallForm(redeemCampaignCode, {
    defaults: { campaignCode: '' },
    input: ({ campaignCode }) => ({ body: { campaignCode: campaignCode.trim() } }),
    problems: ({ campaignCode }) => ({ campaignCode: campaignCode.trim() === '' && text('codeRequired') }),
    onSuccess: ({ name }) => {
      form.reset();
      toast('success', text('codeTaken', { name }));
      void queries.invalidateQueries({ queryKey: keyOf(listAvailablePlans) });
    },
  });
  return (
    <Panel title={text('campaign')}>
      <Box
        component="form"
        noValidate
        onSubmit={form.submit}
        sx={{ display: 'flex', flexDirection: 'column', gap: 1, maxWidth: 420, '& > p': { m: 0, mb: 1, fontSize: 14 } }}
      >
        <p>{text('campaignHelp')}</p>
        {form.error && Object.keys(form.formState.errors).length === 0 && <Problem>{errorText(form.error)}</Problem>}
        <Field label={text('campaignCode')} autoComplete="off" spellCheck={false} {...form.field('campaignCode')} />
        <Box>
          <Button type="submit" variant="outlined" loading={form.isSending}>
            {text('useCode')}
          </Button>
        </Box>
      </Box>
    </Panel>
  );
}
