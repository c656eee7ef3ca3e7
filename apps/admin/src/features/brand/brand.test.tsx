import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { closePages, refusal } from '@tenbin/app-kit/testing';
import { Brand, type BrandKit, kitOf } from '@tenbin/brand';
import {
  addBrandPicture,
  discardBrandDraft,
  getOwnBrand,
  listBrandVersions,
  type OwnBrand,
  publishBrand,
  restoreBrandVersion,
  saveBrandDraft,
} from '@tenbin/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { expectAsked } from '../../testing/expect-asked.ts';
import { openAdmin, serverFor } from '../../testing/open-admin.ts';
import { brand as words } from '../../words/en/brand.ts';
import { brand as ja } from '../../words/ja/brand.ts';

afterEach(closePages);

const file = resolve(import.meta.dirname, '../../../../../brands/tenbin/brand.json');
const tenbin = Brand.parse(JSON.parse(readFileSync(file, 'utf8')));
const kit = kitOf(tenbin);
const delivered = { ...tenbin };
const shown: OwnBrand = { delivered, slug: 'tenbin', kit, version: 1, draft: null };
const drafted = (own: BrandKit = kit, revision = 1): OwnBrand => ({
  ...shown,
  draft: {
    kit: own,
    revision,
    changedAt: '2026-01-02T03:04:05.000Z',
    changedBy: 'staff@example.org',
    address: 'http://localhost:3000/draft/the-token/',
    token: 'the-token',
    shownUntil: '2026-01-09T03:04:05.000Z',
  },
});

function serverWith(brand: OwnBrand) {
  const server = serverFor();
  let now = brand;
  const becomes = (next: OwnBrand) => {
    now = next;
    return next;
  };
  server.answer(getOwnBrand, () => now);
  server.answer(listBrandVersions, [
    {
      number: 1,
      name: 'Older',
      colours: ['#1b5a8c', '#7fb8e6'],
      note: 'Spring',
      publishedAt: '2026-01-01T00:00:00.000Z',
      publishedBy: null,
    },
  ]);
  server.answer(saveBrandDraft, ({ body }) => {
    const { kit: own, revision } = body as { kit: BrandKit; revision?: number };
    return becomes(drafted(own, (revision ?? 0) + 1));
  });
  server.answer(publishBrand, () => becomes({ ...shown, kit: now.draft?.kit ?? kit, version: 2 }));
  server.answer(discardBrandDraft, () => becomes(shown));
  server.answer(restoreBrandVersion, () => becomes(drafted({ ...kit, name: 'Older' })));
  server.answer(addBrandPicture, { picture: 'a'.repeat(64), address: `/brands/tenbin/${'a'.repeat(64)}.png`, width: 600, height: 120 });
  return server;
}
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

test('a draft is begun with what everybody sees, changed, saved, and published by its name', async () => {
  const user = userEvent.setup();
  const server = serverWith(shown);
  await openAdmin(server, '/brand');
  await user.click(await button(words.begin));
  const name = await screen.findByLabelText(words.nameLabel);
  await user.clear(name);
  await user.type(name, 'Hoshizora');
  expect((await button(words.publish)).disabled).toBe(true);
  expect(screen.getByText(words.saveFirst)).toBeTruthy();
  expect(getComputedStyle(screen.getByRole('group', { name: words.draft })).position).toBe('sticky');
  await user.click(await button(words.save));
  await waitFor(() =>
    expect(server.callsOf(saveBrandDraft).at(-1)?.body).toMatchObject({ kit: { name: 'Hoshizora' }, revision: 1, token: 'the-token' }),
  );
  await waitFor(async () => expect((await button(words.publish)).disabled).toBe(false));
  await user.click(await button(words.publish));
  const dialog = within(await screen.findByRole('dialog'));
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: words.publish });
  expect(confirm.disabled).toBe(true);
  await user.type(dialog.getByLabelText(words.note), 'New year');
  await user.type(dialog.getByLabelText('To confirm, enter the name: Hoshizora'), 'Hoshizora');
  await user.click(confirm);
  await waitFor(() => expect(server.callsOf(publishBrand).at(-1)?.body).toEqual({ revision: 2, token: 'the-token', note: 'New year' }));
  expect(await screen.findByText('Version 2')).toBeTruthy();
  expect(screen.queryByLabelText(words.nameLabel)).toBeNull();
});

test('a name that ends with a space can be typed, and so be published', async () => {
  const user = userEvent.setup();
  const server = serverWith(drafted({ ...kit, name: 'Hoshizora ' }));
  await openAdmin(server, '/brand');
  await user.click(await button(words.publish));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(/enter the name: Hoshizora/), 'Hoshizora');
  await user.click(dialog.getByRole('button', { name: words.publish }));
  await waitFor(() => expect(server.callsOf(publishBrand)).toHaveLength(1));
});

/** Leaves the field of a colour with one digit too few. @returns the field */
async function enterWrongColour(user: ReturnType<typeof userEvent.setup>): Promise<HTMLElement> {
  const muted = await screen.findByRole('textbox', { name: words.colour_muted });
  await user.clear(muted);
  await user.type(muted, '#bbbbb');
  await user.tab();
  expect(await screen.findByText(words.colourWrong)).toBeTruthy();
  return muted;
}

test('colours that cannot be told apart are named with their figures, and keep the draft from being published', async () => {
  const user = userEvent.setup();
  await openAdmin(serverWith(drafted()), '/brand');
  const muted = await enterWrongColour(user);
  expect((await button(words.save)).disabled).toBe(true);
  await user.type(muted, 'b');
  const table = within(screen.getByRole('table', { name: 'Contrast (Light)' }));
  const row = await table.findByRole('row', { name: /Labels on Cards.*at least 4\.50.*1\.91.*Fail/ });
  expect(row).toBeTruthy();
  // What fails stands first, and how many that pass are left out is said.
  const results = () => table.getAllByRole('row').map(({ textContent }) => /(Pass|Fail)$/.exec(textContent ?? '')?.[0]);
  expect(results().slice(1)).toEqual(['Fail', 'Fail', 'Fail', 'Pass', 'Pass', 'Pass']);
  await user.click(await button('Show 11 more pairs, which pass'));
  expect(results().slice(1)).toHaveLength(17);
  expect(table.getByRole('row', { name: /Text on Cards.*Pass/ })).toBeTruthy();
  await user.click(await button(words.save));
  expect(await screen.findByText('Not ready to publish. Colours too close to tell apart: 3')).toBeTruthy();
  expect((await button(words.publish)).disabled).toBe(true);
});

test('what is wrong is said in the language that is chosen meanwhile', async () => {
  const user = userEvent.setup();
  await openAdmin(serverWith(drafted()), '/brand');
  await enterWrongColour(user);
  await user.click(await button('日本語'));
  expect(await screen.findByText(ja.colourWrong)).toBeTruthy();
  expect(screen.queryByText(words.colourWrong)).toBeNull();
});

test('a logo is given as a file and shown, and one that is refused is said beside it', async () => {
  const user = userEvent.setup();
  const server = serverWith(drafted());
  await openAdmin(server, '/brand');
  const logo = within(await screen.findByRole('group', { name: words.logo_wide }));
  const choose = logo.getByLabelText('Choose a file: Logo');
  await user.upload(choose, new File(['picture'], 'logo.png', { type: 'image/png' }));
  await waitFor(() => expect(logo.getByRole('img').getAttribute('src')).toBe(`/brands/tenbin/${'a'.repeat(64)}.png`));
  await user.click(logo.getByRole('button', { name: /Back to the delivered one/ }));
  expect(logo.getByRole('img').getAttribute('src')).toBe('/brands/tenbin/logo.svg');
  server.answer(addBrandPicture, () => refusal(400, 'pictureUnreadable', { message: 'No picture' }));
  await user.upload(choose, new File(['text'], 'logo.png', { type: 'image/png' }));
  expect(await logo.findByText(/No picture/)).toBeTruthy();
  const calls = server.callsOf(addBrandPicture).length;
  await user.upload(choose, new File([new Uint8Array(512 * 1024 + 1)], 'logo.png', { type: 'image/png' }));
  expect(await logo.findByText(words.fileTooLarge)).toBeTruthy();
  expect(server.callsOf(addBrandPicture)).toHaveLength(calls);
});

test('the preview is a real page at the draft’s address', async () => {
  const user = userEvent.setup();
  await openAdmin(serverWith(drafted()), '/brand');
  const frame = await screen.findByTitle('Preview: Users: log-in');
  expect(frame.getAttribute('src')).toBe('/draft/the-token/login');
  await user.selectOptions(screen.getByLabelText(words.page), words.page_bots);
  expect(screen.getByTitle('Preview: Administrators: bots').getAttribute('src')).toBe('/admin/draft/the-token/bots');
});

test('an earlier version takes the place of a draft only where that is confirmed', async () => {
  const user = userEvent.setup();
  const server = serverWith(drafted());
  await openAdmin(server, '/brand');
  await user.click(await button('Take as a draft: Version 1'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(words.restoreSays)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: words.restore }));
  await waitFor(() => expect(server.callsOf(restoreBrandVersion).at(-1)?.body).toEqual({ version: 1, revision: 1, token: 'the-token' }));
  expect(await screen.findByDisplayValue('Older')).toBeTruthy();
});

test('a draft with changes that are not saved is not left without a question', async () => {
  const user = userEvent.setup();
  await openAdmin(serverWith(drafted()), '/brand');
  const name = await screen.findByLabelText(words.nameLabel);
  await user.type(name, ' Asset');
  await expectAsked(user, name);
});

test('what is entered as it was is no change; a link that is taken out is none, and a refused picture is said', async () => {
  const user = userEvent.setup();
  const server = serverWith(drafted({ ...kit, links: { ...kit.links, lp: '/front' } }));
  await openAdmin(server, '/brand');
  const save = await button(words.save);
  const name = screen.getByLabelText(words.nameLabel);
  await user.type(name, 'x');
  expect(save.disabled).toBe(false);
  await user.type(name, '{Backspace}');
  expect(save.disabled).toBe(true);
  await user.selectOptions(screen.getAllByLabelText(words.mode)[0] as HTMLElement, words.dark);
  const accent = screen.getByRole('textbox', { name: words.colour_accent });
  expect((accent as HTMLInputElement).value).toBe(kit.theme.dark.accent);
  await user.clear(accent);
  await user.type(accent, '#abcdef');
  await user.clear(screen.getByLabelText(words.lp));
  await user.upload(screen.getByLabelText('Choose a file: Icon (square)'), new File(['picture'], 'icon.png', { type: 'image/png' }));
  server.answer(saveBrandDraft, () =>
    refusal(400, 'validationFailed', { message: 'That picture is not there.', error: { kit: 'That picture is not there.' } }),
  );
  await waitFor(() => expect(save.disabled).toBe(false));
  await user.click(save);
  expect(await screen.findByText(/That picture is not there/)).toBeTruthy();
  expect(server.callsOf(saveBrandDraft).at(-1)?.body).toEqual({
    kit: {
      ...kit,
      theme: { ...kit.theme, dark: { ...kit.theme.dark, accent: '#abcdef' } },
      logo: { ...kit.logo, icon: 'a'.repeat(64) },
      links: { ...kit.links, lp: null },
    },
    revision: 1,
    token: 'the-token',
  });
  expect(save.disabled).toBe(false);
});
