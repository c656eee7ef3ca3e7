import { createMemoryHistory, createRootRoute, createRoute, createRouter, Link, RouterProvider, useNavigate } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SearchField } from './search-field.tsx';

function List() {
  const navigate = useNavigate();
  return (
    <>
      <SearchField label="Search" value="" maxLength={50} onSearch={(text) => void navigate({ to: '/', search: { text } as never })} />
      <Link to={'/one' as never}>One</Link>
    </>
  );
}

/** A list, and a page that is on its way until `arrive` is called. */
async function openList() {
  let arrive = () => {};
  const root = createRootRoute();
  const list = createRoute({ getParentRoute: () => root, path: '/', component: List });
  const loader = () => new Promise<void>((resolve) => (arrive = resolve));
  const one = createRoute({ getParentRoute: () => root, path: '/one', component: () => <h1>One of them</h1>, loader });
  const router = createRouter({ routeTree: root.addChildren([list, one]), history: createMemoryHistory({ initialEntries: ['/'] }) });
  render(<RouterProvider router={router} />);
  await act(() => router.load());
  return { router, arrive: () => arrive() };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const type = (value: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value } });

test('what is typed is searched when the typing rests', async () => {
  const { router } = await openList();
  type('h');
  await pass(399);
  type('hana');
  await pass(399);
  expect(router.state.location.search).toEqual({});
  await pass(1);
  expect(router.state.location.search).toEqual({ text: 'hana' });
});

test('who follows a link while the typing rests comes where it leads', async () => {
  const { router, arrive } = await openList();
  type('hana');
  fireEvent.click(screen.getByRole('link', { name: 'One' }));
  expect(router.state.status).toBe('pending');
  await pass(1_000);
  await act(async () => arrive());
  await pass(1_000);
  expect(screen.getByRole('heading', { name: 'One of them' })).toBeDefined();
  expect(router.state.location.pathname).toBe('/one');
});
