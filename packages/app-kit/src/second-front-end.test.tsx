import { useQuery } from '@tanstack/react-query';
import { createRoute } from '@tanstack/react-router';
import { type Bot, listBotsOfOrganization, signInAdministrator, signOutAdministrator } from '@tenbin/contract';
import { ServerIcon, SmallTable } from '@tenbin/ui';
import { ui } from '@tenbin/ui/words/en';
import { notifications } from '@tenbin/ui/words/notifications/en';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { type App, createFrame, createSurfaceRouter, LoginPage, PublicLayout, query, Shell } from './index.ts';
import { createFakeServer, organizationId, refusal } from './testing/fake-server.ts';
import { closePages, openPage } from './testing/open-page.ts';
import { kit } from './words/en.ts';

// The whole of another front end: the bots of an organization, for its administrator.
const surface = {
  surface: 'organization',
  basePath: '/office',
  signIn: signInAdministrator,
  secondStep: null,
  signOut: signOutAdministrator,
  self: null,
  events: null,
} as const;
function Bots() {
  const bots = useQuery(query(listBotsOfOrganization, { query: { limit: 100 } }));
  return (
    <SmallTable
      label="Bots"
      heads={['Bot', 'State']}
      rows={(bots.data ?? []).map(({ id, name, state }) => ({ key: id, cells: [name, state] }))}
    />
  );
}
const navigation = { work: [{ label: 'Bots', icon: ServerIcon, target: { kind: 'page', to: '/' } }], read: [] } as const;
const OfficeShell = () => <Shell userId={organizationId} navigation={navigation} menu={{ who: 'Office', entries: [] }} />;
const { root, publicPages, login, shell, elsewhere } = createFrame({
  publicLayout: PublicLayout,
  login: () => <LoginPage />,
  shell: OfficeShell,
});
const home = createRoute({ getParentRoute: () => shell, path: '/', component: Bots });
const createRouter = (app: App) =>
  createSurfaceRouter(app, root.addChildren([publicPages.addChildren([login]), shell.addChildren([home]), elsewhere]));
const frontEnd = { surface, createRouter, words: async (_: string, file: string) => ({ ui, kit, notifications })[file] ?? {} };

const bot = { _id: organizationId, name: 'Tokyo-1', state: 'running' } as Bot;
const session = {
  _id: organizationId,
  email: 'office@example.org',
  organization: organizationId,
  role: 'owner',
  uniqueKey: 'office-key',
} as const;

afterEach(closePages);

test('signs in on its own surface, below its own path, and shows a table', async () => {
  const user = userEvent.setup();
  const server = createFakeServer();
  server.answer(signInAdministrator, ({ body }) =>
    (body as { password: string }).password === 'Right-1234'
      ? session
      : refusal(401, 'emailOrPassword', { message: 'Incorrect user ID or password' }),
  );
  server.answer(listBotsOfOrganization, () => Response.json([bot]));
  await openPage(frontEnd, { server, path: '/office/' });

  await user.type(await screen.findByLabelText(kit.email), 'office@example.org');
  await user.type(screen.getByLabelText(kit.password), 'Wrong-1234');
  await user.click(screen.getByRole('button', { name: kit.login }));
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'Incorrect user ID or password ');
  await user.clear(screen.getByLabelText(kit.password));
  await user.type(screen.getByLabelText(kit.password), 'Right-1234');
  await user.click(screen.getByRole('button', { name: kit.login }));

  const table = await screen.findByRole('table', { name: 'Bots' });
  expect(await within(table).findByRole('rowheader', { name: 'Tokyo-1' })).toBeTruthy();
  expect(location.pathname).toMatch(/^\/office/);
  expect(server.callsOf(signInAdministrator).at(-1)?.body).toEqual({
    email: 'office@example.org',
    password: 'Right-1234',
    organization: organizationId,
  });
  expect(server.callsOf(listBotsOfOrganization)[0]?.key).toBe('office-key');
  expect(localStorage.getItem('x-organization-key')).toBe('office-key');
  expect(localStorage.getItem('x-user-key')).toBeNull();
});

test('leads to its own login where nobody is signed in, and back', async () => {
  const server = createFakeServer();
  server.answer(signOutAdministrator, { success: true });
  server.answer(listBotsOfOrganization, () => Response.json([bot]));
  const user = userEvent.setup();
  const app = await openPage(frontEnd, { server, path: '/office/', key: 'office-key' });
  await screen.findByRole('rowheader', { name: 'Tokyo-1' });
  await user.click(screen.getByRole('button', { name: kit.userMenu }));
  await user.click(await screen.findByRole('menuitem', { name: kit.signOut }));
  await screen.findByRole('heading', { name: kit.loginTitle });
  expect(location.pathname).toBe('/office/login');
  expect(app.session.key()).toBeNull();
});

test('a session that the server ended says so at the login', async () => {
  const server = createFakeServer();
  server.answer(listBotsOfOrganization, () => refusal(401, 'sessionTimeout', {}));
  await openPage(frontEnd, { server, path: '/office/', key: 'office-key' });
  expect(await screen.findByText(kit.signinRequired)).toBeTruthy();
});
