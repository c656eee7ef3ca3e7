import MenuItem from '@mui/material/MenuItem';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useEffect, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { ui } from '../words/en.ts';
import { startWords } from '../words/start-words.ts';
import { WordsProvider } from '../words/words-provider.tsx';
import { ActionMenu } from './action-menu.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Field } from './field.tsx';

afterEach(cleanup);

interface Given {
  readonly danger?: boolean;
  readonly waits?: boolean;
  readonly onConfirm?: () => void;
  readonly children?: ReactNode;
}

/** A page with a row that can be removed, from a button or from a menu; the row leaves some time after the dialog. */
function Page({ danger = false, waits = false, onConfirm, children = 'Really?' }: Given) {
  const [asking, setAsking] = useState(false);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isThere, setThere] = useState(true);
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => setThere(false), 50);
    return () => clearTimeout(timer);
  }, [isLeaving]);
  return (
    <main>
      <h1>Members</h1>
      {isThere && (
        <>
          <button type="button" onClick={() => setAsking(true)}>
            Remove
          </button>
          <button type="button" onClick={(event) => setAnchor(event.currentTarget)}>
            More
          </button>
        </>
      )}
      <ActionMenu label="More" anchor={anchor} onClose={() => setAnchor(null)}>
        <MenuItem
          onClick={() => {
            setAnchor(null);
            setAsking(true);
          }}
        >
          Remove too
        </MenuItem>
      </ActionMenu>
      {asking && (
        <ConfirmDialog
          open
          title="Remove?"
          confirm="Go ahead"
          danger={danger}
          waits={waits}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            onConfirm?.();
            setAsking(false);
            setLeaving(true);
          }}
        >
          {children}
        </ConfirmDialog>
      )}
    </main>
  );
}

async function openPage(page: ReactNode) {
  localStorage.setItem('i18nextLng', 'en');
  const texts = startWords(async () => ui);
  await texts.ready;
  render(<WordsProvider words={texts}>{page}</WordsProvider>);
  return userEvent.setup();
}

const focused = () => document.activeElement;
const button = (name: string) => screen.getByRole('button', { name });

test('a dialog opens on its first field, or on the first one that must be filled in', async () => {
  const user = await openPage(
    <Page>
      <Field label="Note" />
      <Field label="Type 3 to confirm" required />
    </Page>,
  );
  await user.click(button('Remove'));
  expect(focused()).toBe(screen.getByLabelText('Type 3 to confirm'));
});

test('where nothing is filled in it opens on what does nothing', async () => {
  const user = await openPage(<Page danger />);
  await user.click(button('Remove'));
  expect(focused()).toBe(button(ui.cancel));
});

test('the focus that a dialog gets as a whole goes on into it', async () => {
  const user = await openPage(<Page />);
  await user.click(button('Remove'));
  screen.getByRole('dialog').parentElement?.focus();
  expect(focused()).toBe(button(ui.cancel));
});

test('the focus goes back to what opened the dialog', async () => {
  const user = await openPage(<Page />);
  const opener = button('Remove');
  await user.click(opener);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(focused()).toBe(opener));
});

test('from a menu it goes back to what the menu hangs on', async () => {
  const user = await openPage(<Page />);
  const opener = button('More');
  await user.click(opener);
  await user.click(await screen.findByRole('menuitem', { name: 'Remove too' }));
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  expect(focused()).toBe(button(ui.cancel));
  await user.click(button(ui.cancel));
  await waitFor(() => expect(focused()).toBe(opener));
});

test('what opened it leaves with what was done: the focus goes to the heading', async () => {
  const user = await openPage(<Page />);
  await user.click(button('Remove'));
  await user.click(button('Go ahead'));
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
  await waitFor(() => expect(focused()).toBe(screen.getByRole('heading', { name: 'Members' })));
});

test('Enter goes ahead from a field of one line, once nothing is missing', async () => {
  const onConfirm = vi.fn();
  const field = <Field label="Type 3 to confirm" required />;
  const user = await openPage(
    <Page danger waits onConfirm={onConfirm}>
      {field}
    </Page>,
  );
  await user.click(button('Remove'));
  await user.keyboard('3{Enter}');
  expect(onConfirm).not.toHaveBeenCalled();
  cleanup();
  await openPage(
    <Page danger onConfirm={onConfirm}>
      {field}
      <Field label="Note" multiline />
    </Page>,
  );
  await user.click(button('Remove'));
  await user.type(screen.getByLabelText('Note'), 'a{Enter}b');
  expect(onConfirm).not.toHaveBeenCalled();
  await user.type(screen.getByLabelText('Type 3 to confirm'), '3{Enter}');
  expect(onConfirm).toHaveBeenCalledTimes(1);
});
