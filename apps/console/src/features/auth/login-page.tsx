import { LoginPage as KitLoginPage, PageLink, useInstallation } from '@tenbin/app-kit';
import { useText } from '../../app/text.ts';

export function LoginPage() {
  const text = useText('auth');
  const { brand } = useInstallation();
  return (
    <KitLoginPage
      wayOn={({ code }, { email, next }) =>
        code === 'emailVerified' && (
          <PageLink to="/verify" search={{ email, ...(next ? { next } : {}) }}>
            {text('verifyFirst')}
          </PageLink>
        )
      }
      below={
        <>
          <PageLink to="/forgot-password">{text('forgotPassword')}</PageLink>
          {brand.features.signUp && (
            <div style={{ marginTop: 12 }}>
              {text('noAccount')} <PageLink to="/sign-up">{text('signUp')}</PageLink>
            </div>
          )}
        </>
      }
    />
  );
}
