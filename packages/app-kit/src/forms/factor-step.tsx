import Link from '@mui/material/Link';
import type { ApiError } from '@tenbin/contract';
import { Field, useErrorText } from '@tenbin/ui';
import { useApp } from '../app/app-context.tsx';
import type { SecondStep } from '../app/surface.ts';
import { useWayBack } from '../router/use-way-back.ts';
import { hasPasskeys } from '../session/passkey.ts';
import { useKitText } from '../words/text.ts';
import { FormPage } from './form-page.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { useCallForm } from './use-call-form.ts';

interface FactorStepProps {
  readonly calls: SecondStep;
  /** That the password was right, and is not enough. */
  readonly required: ApiError;
  readonly next: string | undefined;
  /** To the password. */
  readonly onBack: () => void;
}

/** The second step of a log-in. */
export function FactorStep({ calls, required, next, onBack }: FactorStepProps) {
  const text = useKitText('kit');
  const errorText = useErrorText();
  const goBack = useWayBack();
  const { session } = useApp();
  const challenge = String(required.facts.challenge);
  const methods = Array.isArray(required.facts.methods) ? required.facts.methods : [];
  const form = useCallForm(calls.signInWithFactor, {
    defaults: { code: '' },
    input: ({ code }) => ({ body: { challenge, code: code.trim() } }),
    problems: ({ code }) => ({ code: code.trim() === '' && text('codeRequired') }),
    onSuccess: ({ uniqueKey }) => {
      session.begin(uniqueKey);
      goBack(next);
    },
  });
  return (
    <FormPage
      title={text('factorTitle')}
      lead={text(methods.includes('authenticator') ? 'factorHelp' : 'recoveryHelp')}
      problem={form.error && errorText(form.error)}
      submit={text('login')}
      busy={form.isSending}
      onSubmit={form.submit}
      below={
        <>
          {methods.includes('passkey') && hasPasskeys() && <PasskeyButton calls={calls} challenge={challenge} next={next} />}
          <Link component="button" onClick={onBack}>
            {text('toPassword')}
          </Link>
        </>
      }
    >
      <Field label={text('factorCode')} autoFocus autoComplete="one-time-code" {...form.field('code')} />
    </FormPage>
  );
}
