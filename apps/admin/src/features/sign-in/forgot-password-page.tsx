import { StaffForgotPasswordPage } from '@tenbin/app-kit/staff';
import { resetAdministratorPassword } from '@tenbin/contract';

export const ForgotPasswordPage = () => <StaffForgotPasswordPage route={resetAdministratorPassword} />;
