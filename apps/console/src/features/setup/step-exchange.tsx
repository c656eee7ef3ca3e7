import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type CallForm, useAction, useClient, useInstallation } from '@tenbin/app-kit';
import { createTrialAccount, type ExchangeAccount, type Mapped } from '@tenbin/contract';
import { Field, formatAmount, PasswordField, SelectField, useFailureToast, useToast } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { firstAccountOf, type SetupDraft } from './draft.ts';
import type { PlannedExchange } from './exchanges-of-plan.ts';
import { KeyCheckPanel } from './key-check-panel.tsx';
import { asksPassword } from './problems.ts';
import type { KeyCheck } from './use-key-check.ts';

export interface StepProps {
  readonly form: CallForm<SetupDraft>;
  readonly draft: SetupDraft;
  readonly change: (part: Partial<SetupDraft>) => void;
}

interface StepExchangeProps extends StepProps {
  /** Connected already: their stored keys can be used. */
  readonly accounts: readonly Mapped<ExchangeAccount>[];
  readonly exchanges: readonly PlannedExchange[];
  readonly check: KeyCheck;
  readonly onCheckAgain: () => void;
  /** What a bot starts with at least, where the brand asks for it; decimal text. */
  readonly minimumBtc: string | null;
  /** The last characters of the stored key, where a bot is edited; empty where it was removed. */
  readonly storedKey: string | null;
  /** The key of a new bot takes the place of a stored one. */
  readonly replaces: boolean;
}

const trimmed = (value: string): string => value.trim();

/** Step 1: where, with which key, and under which name. */
export function StepExchange({
  form,
  draft,
  change,
  exchanges,
  accounts,
  check,
  onCheckAgain,
  minimumBtc,
  storedKey,
  replaces,
}: StepExchangeProps) {
  const text = useText('setup');
  const exchange = exchanges.find(({ id }) => id === draft.exchangeId);
  const usable = accounts.filter((account) => account.exchange.id === draft.exchangeId && account.apiKey !== '');
  const stored = usable.map(({ id, apiKey }) => ({ value: id, name: text('accountEnding', { tail: apiKey }) }));
  const none = { value: '', name: text(storedKey ? 'accountKept' : 'accountNew') };
  const enters = draft.accountId === '';
  const field = (name: 'apiKey' | 'secret' | 'passPhrase' | 'name') => form.field(name, { setValueAs: trimmed });
  return (
    <Box sx={{ display: 'grid', gap: 1, '& > :first-of-type': { mb: 1.5 } }}>
      <SelectField
        label={text('exchange')}
        value={draft.exchangeId}
        disabled={storedKey !== null}
        options={exchanges.map(({ id, name, isInPlan }) => ({
          value: id,
          name: isInPlan ? name : text('exchangeNotInPlan', { name }),
          disabled: !isInPlan,
        }))}
        onChange={(exchangeId) => change({ exchangeId, accountId: firstAccountOf(exchangeId, accounts), pairs: [], courseId: '' })}
      />
      {exchange?.isInPlan === false && <Alert severity="warning">{text('notInPlanHelp')}</Alert>}
      {/* There is room for more than a name may have: what is pasted is not cut off in silence, its rule is told. */}
      <Field label={text('botName')} autoComplete="off" help={text('botNameHelp')} inputProps={{ maxLength: 40 }} {...field('name')} />
      {storedKey && enters && <Alert severity="info">{text('keepKey', { tail: storedKey })}</Alert>}
      {storedKey === '' && <Alert severity="warning">{text('keyRemoved')}</Alert>}
      {usable.length > 0 && (
        <SelectField
          label={text('account')}
          value={draft.accountId}
          options={storedKey ? [none, ...stored] : [...stored, none]}
          onChange={(accountId) => change({ accountId, apiKey: '', secret: '', passPhrase: '' })}
        />
      )}
      {storedKey === null && enters && <TrialAccount onMade={({ key, secret }) => change({ apiKey: key, secret })} />}
      {enters && <Field label={text('apiKey')} autoComplete="off" spellCheck={false} {...field('apiKey')} />}
      {enters && <PasswordField label={text('secret')} autoComplete="off" {...field('secret')} />}
      {enters && exchange?.requiresPassphrase && <PasswordField label={text('passphrase')} autoComplete="off" {...field('passPhrase')} />}
      {asksPassword(draft, { isEdited: storedKey !== null, replaces }) && (
        <PasswordField
          label={text('password')}
          autoComplete="current-password"
          help={text(storedKey === null ? 'replacesKey' : 'passwordHelp')}
          {...form.field('password')}
        />
      )}
      {minimumBtc !== null && <Alert severity="info">{text('minimumBtc', { minimum: formatAmount(minimumBtc) })}</Alert>}
      <KeyCheckPanel check={check} onRetry={onCheckAgain} />
      {enters && <KeyHelp />}
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
  const client = useClient();
  const text = useText('setup');
  const failed = useFailureToast();
  const toast = useToast();
  const { trial } = useInstallation();
  const make = useAction({
    mutationFn: () => client.call(createTrialAccount, { body: {} }),
    onSuccess: (account) => {
      onMade(account);
      toast('success', text('trialDone'));
    },
    onError: (error) => failed(error),
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
