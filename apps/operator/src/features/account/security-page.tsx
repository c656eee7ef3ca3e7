import { StaffSecurityPage } from '@tenbin/app-kit/staff';
import { ownAccountRoutes } from './own-account-routes.ts';

export const SecurityPage = () => <StaffSecurityPage routes={ownAccountRoutes} />;
