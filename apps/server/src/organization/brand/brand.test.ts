import { deflateSync } from 'node:zlib';
import type { BrandKit } from '@tenbin/brand';
import { brandKit } from '@tenbin/testkit';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startTestServer();
  key = await server.makeAdministrator();
});
afterAll(() => server.close());

const own = '/admin/organizations/self/brand';
const call = (method: string, path: string, body?: unknown, by = key) =>
  server.call(method, `${own}${path}`, { key: by, surface: 'organization', body });
const seenBy = async (by = key): Promise<{ revision?: number; token?: string }> => {
  const { draft } = (await call('GET', '', undefined, by)).body;
  return draft ? { revision: draft.revision, token: draft.token } : {};
};
const save = async (kit: BrandKit, by = key) => call('PUT', '/draft', { kit, ...(await seenBy(by)) }, by);
const give = (bytes: Buffer | string, logo = 'wide') =>
  server.call('POST', `${own}/pictures?logo=${logo}`, {
    key,
    surface: 'organization',
    rawBody: bytes,
    headers: { 'content-type': 'image/png' },
  });
const publish = async (note = '') => call('POST', '/publish', { ...(await seenBy()), note });
const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#1b5a8c' } });
const page = (path: string, headers = {}) => fetch(server.url + path, { redirect: 'manual', headers: { accept: 'text/html', ...headers } });
const installation = async (path = ''): Promise<{ brand: { name: string; logo: { default: string } }; isDraft: boolean }> =>
  (await fetch(`${server.url}/api/installation${path}`)).json() as never;

/** A PNG's parts: length, name, data, checksum. */
function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  let crc = 0xffffffff;
  for (const byte of body) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  sum.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
  return Buffer.concat([length, body, sum]);
}

/** Few bytes that say they are so many pixels, all of them black. */
function bombOf(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 9 });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a logo', () => {
  test.each([
    ['png', 1200, 240, 600, 120],
    ['jpeg', 300, 60, 300, 60],
    ['webp', 100, 100, 100, 100],
  ] as const)(
    'given as %s of %i × %i is a PNG of %i × %i, which anybody may see and nothing else',
    async (format, width, height, toWidth, toHeight) => {
      const { status, body, text } = await give(await picture(width, height).toFormat(format).toBuffer());
      expect([status, body?.width, body?.height], text).toEqual([201, toWidth, toHeight]);
      const shown = await fetch(server.url + body.address);
      expect(Object.fromEntries(shown.headers)).toMatchObject({
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
      });
      expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({
        format: 'png',
        width: toWidth,
        height: toHeight,
      });
    },
  );

  test('that is very flat gets room above and below, and an icon is square', async () => {
    expect((await give(await picture(1000, 10).png().toBuffer())).body).toMatchObject({ width: 600, height: 120 });
    expect((await give(await picture(400, 100).png().toBuffer(), 'icon')).body).toMatchObject({ width: 192, height: 192 });
  });

  test('loses whatever was in its file beside its pixels, a page at its end too', async () => {
    const described = await picture(50, 50)
      .withExif({ IFD0: { Artist: 'Somebody' } })
      .jpeg()
      .toBuffer();
    const { body } = await give(Buffer.concat([described, Buffer.from('<script>alert(1)</script>')]));
    const stored = Buffer.from(await (await fetch(server.url + body.address)).arrayBuffer());
    expect((await sharp(stored).metadata()).exif).toBeUndefined();
    expect(stored.includes('script') || stored.includes('Somebody')).toBe(false);
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  test.each([
    ['nothing', async () => Buffer.alloc(0)],
    ['a text', async () => Buffer.from('hello')],
    ['an SVG with a script', async () => Buffer.from(svg)],
    ['an SVG after the beginning of a PNG', async () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(svg)])],
    ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a GIF', () => picture(9, 9).gif().toBuffer()],
    ['a TIFF', () => picture(9, 9).tiff().toBuffer()],
    ['half a PNG', async () => (await picture(300, 300).png().toBuffer()).subarray(0, 200)],
  ])('that is %s is refused', async (_says, bytes) => {
    expect(await give(await bytes())).toMatchObject({ status: 400, body: { code: 'pictureUnreadable' } });
  });

  test('that says it is larger than it may be is refused before its pixels are read', async () => {
    const bomb = bombOf(20_000);
    expect(bomb.length).toBeLessThan(512 * 1024);
    expect(await give(bomb)).toMatchObject({ status: 400, body: { code: 'pictureTooLarge', facts: { most: 4000 } } });
    expect(await give(Buffer.alloc(512 * 1024 + 1))).toMatchObject({ status: 413, body: { code: 'bodyTooLarge' } });
  });

  test('is found at the address of the organization that gave it, and no other', async () => {
    const { body } = await give(await picture(40, 40).png().toBuffer());
    expect((await fetch(server.url + body.address.replace('/tenbin/', '/kohaku/'))).status).toBe(404);
    expect((await fetch(`${server.url}/brands/tenbin/${'0'.repeat(64)}.png`)).status).toBe(404);
  });
});

test('a draft is seen at its address alone, and by everybody once it is published; then the address has ended', async () => {
  const { body: given } = await give(await picture(80, 20).png().toBuffer());
  const logo = { wide: given.picture, wideOnDark: null, icon: null };
  const { status, body, text } = await save(brandKit({ name: 'Hoshizora', logo }));
  expect(status, text).toBe(200);
  const { token, address } = body.draft;
  expect(new URL(address).pathname).toBe(`/draft/${token}/`);

  expect(await installation()).toMatchObject({ isDraft: false, brand: { name: 'Tenbin' } });
  expect(await installation(`?draft=${token}`)).toMatchObject({
    isDraft: true,
    brand: { name: 'Hoshizora', logo: { default: given.address } },
  });
  for (const path of [`/draft/${token}/login`, `/admin/draft/${token}/bots`]) {
    const shown = await page(path);
    expect([path, shown.headers.get('cache-control')]).toEqual([path, 'no-store']);
    expect(shown.headers.get('x-robots-tag')).toContain('noindex');
    expect(shown.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  }
  expect((await page('/login')).headers.get('content-security-policy')).toContain("frame-ancestors 'none'");

  expect((await call('POST', '/publish', { revision: body.draft.revision + 1, token: body.draft.token })).body).toMatchObject({
    code: 'brandDraftChanged',
  });
  const published = await publish('A new name');
  expect([published.status, published.body.version, published.body.draft, published.body.kit.name]).toEqual([200, 1, null, 'Hoshizora']);
  expect(await installation()).toMatchObject({ brand: { name: 'Hoshizora', logo: { default: given.address } } });
  expect((await page(`/draft/${token}/login`)).status).toBe(404);
  expect((await fetch(`${server.url}/api/installation?draft=${token}`)).status).toBe(404);
});

test('mails are in the look that was published', async () => {
  await save(
    brandKit({
      name: 'Mailbrand',
      texts: { ja: { tagline: '', signature: '星空株式会社' }, en: { tagline: '', signature: 'Hoshizora Inc.' } },
    }),
  );
  await publish();
  await server.makeUser();
  const [mail] = await server.database.platform.mailQueue.listNewest(1);
  expect(mail?.html).toContain('Mailbrand');
  expect(mail?.html).toContain('Hoshizora Inc.');
  expect(mail?.text).toContain('Hoshizora Inc.');
});

test('colours that are hard to read can be tried, and not published', async () => {
  const { theme } = brandKit();
  await save(brandKit({ theme: { ...theme, light: { ...theme.light, muted: '#bbbbbb' } } }));
  const { status, body } = await publish();
  expect([status, body.code, body.facts]).toEqual([
    400,
    'brandHardToRead',
    { pairs: 3, pair: '#bbbbbb / #f6f8fa', found: 1.8, needed: 4.5 },
  ]);
  expect((await call('GET', '')).body.draft.kit.theme.light.muted).toBe('#bbbbbb');
});

test.each([
  ['a name of nothing', { name: '  ' }],
  ['a name with a line break', { name: 'A\nB' }],
  ['a name with half a sign', { name: 'A\ud83d' }],
  ['a link that runs', { links: { ...brandKit().links, lp: 'javascript:alert(1)' } }],
  ['a link elsewhere that looks like a page of this site', { links: { ...brandKit().links, lp: '//evil.example' } }],
  ['an address that is none', { links: { ...brandKit().links, privacyPolicy: 'https://[' } }],
  ['a colour that is more than one', { theme: { ...brandKit().theme, dark: { ...brandKit().theme.dark, text: '#fff;}*{' } } }],
])('%s is refused', async (_says, changes) => {
  expect((await save(brandKit(changes as Partial<BrandKit>))).body).toMatchObject({ code: 'invalidInput' });
});

test('a logo that is not stored is refused, another organization’s too', async () => {
  const logo = { wide: 'a'.repeat(64), wideOnDark: null, icon: null };
  expect(await save(brandKit({ logo }))).toMatchObject({
    status: 404,
    body: { code: 'brandPictureNotFound', error: { kit: expect.any(String) } },
  });
  const { body } = await give(await picture(33, 33).png().toBuffer());
  const stranger = await server.makeAdministrator(server.kohaku);
  expect((await save(brandKit({ logo: { ...logo, wide: body.picture } }), stranger)).status).toBe(404);
});

test('nobody writes over what they have not seen', async () => {
  await save(brandKit({ name: 'First' }));
  const seen = await seenBy();
  await save(brandKit({ name: 'Second' }));
  expect(await call('PUT', '/draft', { kit: brandKit({ name: 'Third' }), ...seen })).toMatchObject({
    status: 409,
    body: { code: 'brandDraftChanged' },
  });
  expect((await call('DELETE', '/draft', seen)).status).toBe(409);
  expect((await call('DELETE', '/draft', await seenBy())).body.draft).toBeNull();
});

test('a page that shows a draft that is gone neither publishes, discards nor changes the one that came after it', async () => {
  const { body: begun } = await save(brandKit({ name: 'Mine' }));
  const stale = { revision: begun.draft.revision, token: begun.draft.token };
  await call('DELETE', '/draft', stale);
  const other = (await save(brandKit({ name: 'Another’s' }))).body.draft;
  expect(other.revision).toBe(1);
  const late = { ...stale, revision: other.revision };
  const kit = brandKit({ name: 'Late' });
  const answers = [
    await call('POST', '/publish', late),
    await call('DELETE', '/draft', late),
    await call('PUT', '/draft', { kit, ...late }),
    await call('PUT', '/draft', { kit, revision: other.revision }),
    await call('POST', '/restore', { version: 0, ...late }),
  ];
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(5).fill([409, 'brandDraftChanged']));
  expect((await call('GET', '')).body.draft).toEqual(other);
  await call('DELETE', '/draft', { revision: other.revision, token: other.token });
});

test('an earlier version, and the brand as it was delivered, come back as a draft; what was published stays as it was', async () => {
  await save(brandKit({ name: 'Older' }));
  const { body: older } = await publish('Spring');
  await save(brandKit({ name: 'Newer' }));
  await publish('Summer');
  const listed = await call('GET', '/versions?limit=2');
  expect(listed.body).toMatchObject([
    { number: older.version + 1, name: 'Newer', note: 'Summer', publishedBy: expect.stringContaining('@') },
    { number: older.version, name: 'Older', note: 'Spring' },
  ]);
  const restored = await call('POST', '/restore', { version: older.version });
  expect([restored.body.draft.kit.name, restored.body.kit.name]).toEqual(['Older', 'Newer']);
  const delivered = await call('POST', '/restore', {
    version: 0,
    revision: restored.body.draft.revision,
    token: restored.body.draft.token,
  });
  expect(delivered.body.draft.kit).toMatchObject({ name: 'Tenbin', logo: { wide: null } });
  expect((await call('POST', '/restore', { version: 999, ...(await seenBy()) })).body).toMatchObject({
    code: 'brandVersionNotFound',
    error: { version: expect.any(String) },
  });
});

test('a draft’s address ends a week after its last change; the next change has another one', async () => {
  const { body } = await save(brandKit({ name: 'Shown' }));
  const { token } = body.draft;
  server.clock.advance(7 * 86_400_000 - 60_000);
  key = await server.makeAdministrator();
  expect((await installation(`?draft=${token}`)).brand.name).toBe('Shown');
  server.clock.advance(120_000);
  expect((await page(`/draft/${token}/`)).status).toBe(404);
  const renewed = await save(brandKit({ name: 'Shown' }));
  expect(renewed.body.draft.token).not.toBe(token);
  expect((await page(`/draft/${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}/`)).status).toBe(404);
});

test('what was done to the brand is written down with what it was before', async () => {
  await save(brandKit({ name: 'Logged' }));
  await publish('For the log');
  const entries = await server.database.forOrganization(server.tenbin.id).audit.list({ offset: 0, limit: 2 });
  expect(entries).toMatchObject([
    { action: 'publishBrand', reason: 'For the log', facts: { nameAfter: 'Logged' } },
    { action: 'saveBrandDraft', facts: { nameAfter: 'Logged' } },
  ]);
});
