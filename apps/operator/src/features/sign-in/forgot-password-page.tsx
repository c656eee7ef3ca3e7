import { StaffForgotPasswordPage } from '@tenbin/app-kit/staff';
import { resetOperatorPassword } from '@tenbin/contract';

export const ForgotPasswordPage = () => <StaffForgotPasswordPage route={resetOperatorPassword} />;
