import { PasswordByLink } from '@tenbin/app-kit/passwords';
import { resetPassword } from '@tenbin/contract';

/** Where the mailed link leads. */
export const ResetPasswordPage = () => <PasswordByLink route={resetPassword} />;
