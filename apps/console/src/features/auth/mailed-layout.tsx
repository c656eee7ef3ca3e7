import { Outlet } from '@tanstack/react-router';
import { NotificationsProvider } from '@tenbin/ui';

/** Around the pages before the login on which something is sent or confirmed. */
export const MailedLayout = () => (
  <NotificationsProvider>
    <Outlet />
  </NotificationsProvider>
);
