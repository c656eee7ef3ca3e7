import { createRoute } from '@tanstack/react-router';
import { ApiError, signIn, signOut } from '@tenbin/contract';
import { ui } from '@tenbin/ui/words/en';
import { act, screen } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { type App, createFrame, createSurfaceRouter, LoginPage, PublicLayout } from '../index.ts';
import { createFakeServer } from '../testing/fake-server.ts';
import { closePages, openPage } from '../testing/open-page.ts';
import { kit } from '../words/en.ts';
import { UnreadPage } from './unread-page.tsx';

afterEach(closePages);

type Read = ComponentProps<typeof UnreadPage>['read'];

const asked: Read = { isPending: true, isLoadingError: false, error: null, refetch: () => undefined };
const refused = (code: string): Read => ({
  ...asked,
  isPending: false,
  isLoadingError: true,
  error: new ApiError({ statusCode: 404, code, message: code, advice: '' }),
});

/** @returns becomes what the read is */
async function openUnread(first: Read): Promise<(next: Read) => void> {
  const become = { read: (_: Read): void => undefined };
  function Plan() {
    const [read, setRead] = useState(first);
    become.read = setRead;
    return <UnreadPage what="Plan" read={read} />;
  }
  const { root, publicPages, login, elsewhere } = createFrame({
    publicLayout: PublicLayout,
    login: () => <LoginPage />,
    shell: () => null,
  });
  const plan = createRoute({ getParentRoute: () => publicPages, path: '/plan', component: Plan });
  const createRouter = (app: App) => createSurfaceRouter(app, root.addChildren([publicPages.addChildren([login, plan]), elsewhere]));
  const surface = { surface: 'user', basePath: '/', signIn, secondStep: null, self: null, signOut, events: null } as const;
  const words = async (_: string, file: string) => ({ ui, kit })[file] ?? {};
  await openPage({ surface, createRouter, words }, { server: createFakeServer(), path: '/plan' });
  return (next) => act(() => become.read(next));
}

const heading = () => screen.findByRole('heading', { level: 1 });
const isLoading = () => screen.queryByRole('status', { name: 'Loading Plan' }) !== null;

test('what does not exist stays not found while it is asked for again, until that fails otherwise', async () => {
  const become = await openUnread(asked);
  expect((await heading()).textContent).toBe('Plan');
  expect(isLoading()).toBe(true);
  become(refused('planNotFound'));
  expect((await heading()).textContent).toBe(kit.notFound);
  become(asked);
  expect((await heading()).textContent).toBe(kit.notFound);
  expect(isLoading()).toBe(false);
  become(refused('tooManyRequests'));
  expect((await heading()).textContent).toBe('Plan');
  expect(screen.getByRole('button', { name: ui.retry })).toBeTruthy();
  become(asked);
  expect(isLoading()).toBe(true);
});
