import { PasswordByLink } from '@tenbin/app-kit/passwords';
import { resetAdministratorPassword } from '@tenbin/contract';

/** Where the mailed link of an invitation or a reset leads. */
export const SetPasswordPage = () => <PasswordByLink route={resetAdministratorPassword} />;
