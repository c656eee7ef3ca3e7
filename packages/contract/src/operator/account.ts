import { route } from '../route.ts';
import { Success } from '../shapes.ts';

export const signOutOperator = route({
  surface: 'operator',
  needs: null,
  method: 'DELETE',
  path: '/ango-ya/organizations/session',
  summary: 'Ends the session at once.',
  reply: Success,
});
