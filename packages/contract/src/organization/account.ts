import { route } from '../route.ts';
import { Success } from '../shapes.ts';

export const signOutAdministrator = route({
  surface: 'organization',
  needs: null,
  method: 'DELETE',
  path: '/admin/organizations/session',
  summary: 'Ends the session at once.',
  reply: Success,
});
