import Link from '@mui/material/Link';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { createUser } from '@tenbin/contract';
import { currentLanguage, Empty, Field, PasswordField, useErrorText } from '@tenbin/ui';
import { Fragment } from 'react';
import { useForm } from 'react-hook-form';
import { client } from '../../app/client.ts';
import { useInstallation } from '../../app/installation.ts';
import { PageLink } from '../../app/page-link.tsx';
import { useText } from '../../app/text.ts';
import { useAction } from '../../app/use-action.ts';
import { FormPage } from './form-page.tsx';
import { after, keepSignUp } from './own-sign-up.ts';
import { PasswordRuleList } from './password-rule-list.tsx';
import { isEmail, isStrongPassword } from './password-rules.ts';

const route = getRouteApi('/entrance/sign-up');

interface SignUp {
  readonly email: string;
  readonly password: string;
  readonly passwordAgain: string;
  readonly referralCode: string;
}

export function SignUpPage() {
  const text = useText('auth');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const { organization, brand } = useInstallation();
  const { code = '' } = route.useSearch();
  const form = useForm<SignUp>({ defaultValues: { email: '', password: '', passwordAgain: '', referralCode: code }, mode: 'onTouched' });
  const signUp = useAction({
    mutationFn: ({ email, password, referralCode }: SignUp) => {
      const referral = referralCode.trim() === '' ? {} : { referralCode: referralCode.trim() };
      return client.call(createUser, { body: { email: email.trim(), password, organization, language: currentLanguage(), ...referral } });
    },
    onSuccess: ({ email, ticket, mailed, resendAfterSeconds }) => {
      keepSignUp({ email, ticket, mailed, resendAt: after(resendAfterSeconds) });
      return navigate({ to: '/verify', search: { email } });
    },
  });
  const { errors } = form.formState;
  const password = form.watch('password');
  if (!brand.features.signUp) return <Empty title={text('signUpClosed')} action={<PageLink to="/login">{text('login')}</PageLink>} />;
  return (
    <FormPage
      title={text('signUpTitle')}
      problem={signUp.error && errorText(signUp.error)}
      submit={text('createAccount')}
      busy={signUp.isPending}
      onSubmit={form.handleSubmit((values) => signUp.mutate(values))}
      below={
        <>
          {text('haveAccount')} <PageLink to="/login">{text('login')}</PageLink>
        </>
      }
    >
      <Field
        label={text('email')}
        type="email"
        autoComplete="username"
        problem={errors.email?.message}
        {...form.register('email', { required: text('emailRequired'), validate: (value) => isEmail(value.trim()) || text('emailInvalid') })}
      />
      <PasswordField
        label={text('password')}
        autoComplete="new-password"
        problem={errors.password?.message}
        {...form.register('password', {
          required: text('passwordRequired'),
          validate: (value) => isStrongPassword(value) || text('passwordWeak'),
          onChange: () => form.getFieldState('passwordAgain').isTouched && form.trigger('passwordAgain'),
        })}
      />
      <PasswordRuleList password={password} />
      <PasswordField
        label={text('passwordAgain')}
        autoComplete="new-password"
        problem={errors.passwordAgain?.message}
        {...form.register('passwordAgain', { validate: (value, values) => value === values.password || text('passwordsDiffer') })}
      />
      {(brand.enableAffiliateCode || code) && (
        <Field
          label={text('referralCode')}
          autoComplete="off"
          problem={errors.referralCode?.message}
          {...form.register('referralCode', {
            validate: (value) => !brand.enableAffiliateCode || value.trim() !== '' || text('referralRequired'),
          })}
        />
      )}
      <Agreement />
    </FormPage>
  );
}

/** The sentence about what one agrees to, with its links in the order the language has them. */
function Agreement() {
  const text = useText('auth');
  const { links } = useInstallation().brand;
  const addresses: Record<string, readonly [address: string, name: string]> = {
    terms: [links.termsOfService, text('terms')],
    privacy: [links.privacyPolicy, text('privacy')],
  };
  const parts = text('agree', { terms: '\u0000terms\u0000', privacy: '\u0000privacy\u0000' }).split('\u0000');
  return (
    <span style={{ fontSize: 14 }}>
      {parts.map((part) => {
        const [address, name] = addresses[part] ?? [];
        return address ? (
          <Link key={part} href={address} target="_blank" rel="noopener">
            {name}
          </Link>
        ) : (
          <Fragment key={part}>{part}</Fragment>
        );
      })}
    </span>
  );
}
