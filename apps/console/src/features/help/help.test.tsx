import { closePages, refusal } from '@tenbin/app-kit/testing';
import { getOwnOrganization } from '@tenbin/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { expectSpecifiedViews } from '../../testing/expect-specified-views.ts';
import { bot, organization } from '../../testing/fixtures.ts';
import { openConsole, serverWith } from '../../testing/open-console.ts';
import { help as words } from '../../words/en/help.ts';

afterEach(closePages);

const panel = async (name: string) => within(await screen.findByRole('region', { name }));

test.each([
  ['ja', /運営者は|差し替え|記載します/],
  ['en', /whoever operates|replaces it/i],
] as const)('the standard legal texts (%s) speak to those who use the service, not to whoever runs it', async (language, toOperators) => {
  for (const document of ['privacy-policy', 'terms-of-service', 'commercial-transactions']) {
    await openConsole(serverWith([]), `/legal/${document}`, { language, signedOut: true });
    await screen.findByText(language === 'ja' ? /サポートまでご連絡ください。$/ : /please contact the support of/);
    expect(globalThis.document.body.textContent).not.toMatch(toOperators);
    closePages();
  }
});

test('an organization’s own pages take the place of the product’s, and others follow; none of it is HTML', async () => {
  const server = serverWith([]);
  const helpPages = {
    whatIsBp: 'One **hundredth** of a percent. <img src=x onerror=alert(1)>',
    campaign: '# Our campaign\n\nUntil [spring](https://example.com/).',
  };
  server.answer(getOwnOrganization, { ...organization, helpPages });
  await openConsole(server, '/help');
  const bp = await panel(words.bpTitle);
  expect((await bp.findByText('hundredth')).tagName).toBe('STRONG');
  expect(bp.getByText(/<img src=x onerror=alert\(1\)>/)).toBeTruthy();
  expect(document.querySelector('main img')).toBeNull();
  expect(screen.queryByText(words.bp)).toBeNull();
  expect((await panel(words.widthTitle)).getByText(words.width)).toBeTruthy();
  expect(screen.getByRole('heading', { level: 3, name: 'Our campaign' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'spring' }).getAttribute('href')).toBe('https://example.com/');
});

test('they are read again in another language', async () => {
  const user = userEvent.setup();
  const server = serverWith([]);
  let said = 'In English';
  server.answer(getOwnOrganization, () => ({ ...organization, helpPages: { orderWidth: said } }));
  await openConsole(server, '/help');
  expect(await screen.findByText('In English')).toBeTruthy();
  said = '日本語で';
  await user.click(screen.getByRole('button', { name: '日本語' }));
  expect(await screen.findByText('日本語で')).toBeTruthy();
});

test('where they cannot be read, the product’s own stand', async () => {
  const server = serverWith([]);
  server.answer(getOwnOrganization, () => refusal(400, 'invalidInput', { message: 'Not now' }));
  await openConsole(server, '/help');
  expect(await screen.findByText(words.bp)).toBeTruthy();
  expect(await screen.findByText(words.width)).toBeTruthy();
});

test('bp is explained where the profit stands', async () => {
  await openConsole(serverWith([bot(1)]), '/');
  const link = await screen.findByRole('link', { name: `${words.bpTitle} (opens in a new tab)` });
  await waitFor(() => expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/help#whatIsBp', '_blank']));
});

test('the screens and messages that it stands for were shown', expectSpecifiedViews);
