import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { createTrialAccount, type Exchange, type Mapped } from '@tenbin/contract';
import { Field, PasswordField, useErrorText, useToast } from '@tenbin/ui';
import { client } from '../../app/client.ts';
import { useInstallation } from '../../app/installation.ts';
import { SelectField } from '../../app/select-field.tsx';
import { useText } from '../../app/text.ts';
import { useAction } from '../../app/use-action.ts';
import type { SetupDraft } from './draft.ts';
import { KeyCheckPanel } from './key-check-panel.tsx';
import type { Problems } from './problems.ts';
import type { KeyCheck } from './use-key-check.ts';

export interface StepProps {
  readonly draft: SetupDraft;
  readonly change: (part: Partial<SetupDraft>) => void;
  /** Of fields that were left, or all once one tried to go on. */
  readonly problems: Problems;
  readonly leave: (field: keyof SetupDraft) => void;
}

interface StepExchangeProps extends StepProps {
  readonly exchanges: readonly Mapped<Exchange>[];
  readonly check: KeyCheck;
  readonly onCheckAgain: () => void;
  /** The last characters of the stored key, where a bot is edited. */
  readonly storedKey: string | null;
}

/** Step 1: where, with which key, and under which name. */
export function StepExchange({ draft, change, problems, leave, exchanges, check, onCheckAgain, storedKey }: StepExchangeProps) {
  const text = useText('setup');
  const exchange = exchanges.find(({ id }) => id === draft.exchangeId);
  const field = (name: 'apiKey' | 'secret' | 'passPhrase' | 'name' | 'password') => ({
    name,
    value: draft[name],
    problem: problems[name],
    onChange: (event: { target: { value: string } }) =>
      change({ [name]: name === 'password' ? event.target.value : event.target.value.trim() }),
    onBlur: () => leave(name),
  });
  return (
    <Box sx={{ display: 'grid', gap: 1, '& > :first-of-type': { mb: 1.5 } }}>
      <SelectField
        label={text('exchange')}
        value={draft.exchangeId}
        disabled={storedKey !== null}
        options={exchanges.map(({ id, name }) => ({ value: id, name }))}
        onChange={(exchangeId) => change({ exchangeId, pairs: [] })}
      />
      <Field label={text('botName')} autoComplete="off" help={text('botNameHelp')} inputProps={{ maxLength: 40 }} {...field('name')} />
      {storedKey !== null && <Alert severity="info">{text('keepKey', { tail: storedKey })}</Alert>}
      {storedKey === null && <TrialAccount onMade={({ key, secret }) => change({ apiKey: key, secret })} />}
      <Field label={text('apiKey')} autoComplete="off" spellCheck={false} {...field('apiKey')} />
      <PasswordField label={text('secret')} autoComplete="off" {...field('secret')} />
      {exchange?.requiresPassphrase && <PasswordField label={text('passphrase')} autoComplete="off" {...field('passPhrase')} />}
      {storedKey !== null && (draft.apiKey || draft.secret) && (
        <PasswordField label={text('password')} autoComplete="current-password" help={text('passwordHelp')} {...field('password')} />
      )}
      <KeyCheckPanel check={check} onRetry={onCheckAgain} />
      <KeyHelp />
    </Box>
  );
}

function KeyHelp() {
  const text = useText('setup');
  return (
    <Box component="details" sx={{ fontSize: 14, color: 'text.secondary', '& summary': { cursor: 'pointer', py: 0.5 } }}>
      <summary>{text('keyHelpTitle')}</summary>
      <ol style={{ margin: '4px 0 0', paddingInlineStart: 20 }}>
        <li>{text('keyHelp1')}</li>
        <li>{text('keyHelp2')}</li>
        <li>{text('keyHelp3')}</li>
      </ol>
    </Box>
  );
}

/** Only in a trial: an account on the virtual exchange, its key filled in. */
function TrialAccount({ onMade }: { onMade: (account: { key: string; secret: string }) => void }) {
  const text = useText('setup');
  const uiText = useText('ui');
  const errorText = useErrorText();
  const toast = useToast();
  const { trial } = useInstallation();
  const make = useAction({
    mutationFn: () => client.call(createTrialAccount, { body: {} }),
    onSuccess: (account) => {
      onMade(account);
      toast('success', text('trialDone'));
    },
    onError: (error) => toast('error', `${uiText('processingFailed')} — ${errorText(error)}`),
  });
  if (!trial) return null;
  return (
    <Box
      sx={{
        border: '1px dashed',
        borderColor: 'divider',
        borderRadius: 1,
        p: 2,
        mb: 1.5,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
      }}
    >
      <Box sx={{ flex: '1 1 220px' }}>
        <Typography component="h2" variant="h3">
          {text('trialTitle')}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {text('trialHelp')}
        </Typography>
      </Box>
      <Button variant="outlined" loading={make.isPending} onClick={() => make.mutate()}>
        {text('trialButton')}
      </Button>
    </Box>
  );
}
