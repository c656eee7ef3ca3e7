import Link from '@mui/material/Link';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { brokenPasswordRules, emailFault } from '@tenbin/accounts';
import { DeadEnd, FormPage, PageLink, useCallForm, useInstallation } from '@tenbin/app-kit';
import { PasswordRuleList } from '@tenbin/app-kit/passwords';
import { createUser } from '@tenbin/contract';
import { Field, PasswordField, useErrorText, useLanguage } from '@tenbin/ui';
import { Fragment } from 'react';
import { useText } from '../../app/text.ts';
import { after, keepSignUp } from './own-sign-up.ts';

const route = getRouteApi('/public/mailed/sign-up');

export function SignUpPage() {
  const text = useText('auth');
  const kitText = useText('kit');
  const errorText = useErrorText();
  const language = useLanguage();
  const navigate = useNavigate();
  const { organization, brand } = useInstallation();
  const { code = '' } = route.useSearch();
  const takesCode = brand.features.affiliate;
  const form = useCallForm(createUser, {
    defaults: { email: '', password: '', passwordAgain: '', referralCode: code },
    input: ({ email, password, referralCode }) => {
      const referral = !takesCode || referralCode.trim() === '' ? {} : { referralCode: referralCode.trim() };
      return { body: { email: email.trim(), password, organization, language, ...referral } };
    },
    problems: ({ email, password, passwordAgain, referralCode }) => {
      const fault = emailFault(email);
      const isWeak = brokenPasswordRules(password).length > 0;
      return {
        email: fault && kitText(fault),
        password: password === '' ? kitText('passwordRequired') : isWeak && text('passwordWeak'),
        passwordAgain: passwordAgain !== password && text('passwordsDiffer'),
        referralCode: brand.enableAffiliateCode && referralCode.trim() === '' && text('referralRequired'),
      };
    },
    onSuccess: ({ email, ticket, mailed, resendAfterSeconds }) => {
      keepSignUp({ email, ticket, mailed, resendAt: after(resendAfterSeconds) });
      return navigate({ to: '/verify', search: { email } });
    },
  });
  const checkAgain = () => form.getFieldState('passwordAgain').isTouched && form.trigger('passwordAgain');
  if (!brand.features.signUp) return <DeadEnd title={text('signUpClosed')} action={<PageLink to="/login">{kitText('login')}</PageLink>} />;
  return (
    <FormPage
      title={text('signUpTitle')}
      problem={form.error && errorText(form.error)}
      submit={text('createAccount')}
      busy={form.isSending}
      onSubmit={form.submit}
      below={
        <>
          {text('haveAccount')} <PageLink to="/login">{kitText('login')}</PageLink>
        </>
      }
    >
      <Field label={kitText('email')} type="email" autoComplete="username" {...form.field('email')} />
      <PasswordField label={kitText('password')} autoComplete="new-password" {...form.field('password', { onChange: checkAgain })} />
      <PasswordRuleList password={form.watch('password')} />
      <PasswordField label={text('passwordAgain')} autoComplete="new-password" {...form.field('passwordAgain')} />
      {takesCode && (
        <Field
          label={text(brand.enableAffiliateCode ? 'referralCode' : 'referralCodeOptional')}
          autoComplete="off"
          {...form.field('referralCode')}
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
