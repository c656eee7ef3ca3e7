import { mailKinds } from '@tenbin/mail';
import { sampleMails } from '@tenbin/mail/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const get = (path: string) => fetch(`${server.url}${path}`);

test('the gallery shows every kind of mail in the chosen look, and the inbox leads to it', async () => {
  expect(await (await get('/trial/inbox?lng=en')).text()).toContain('href="/trial/mails?lng=en"');
  for (const [query, title] of [
    ['lng=en&brand=tenbin', 'Mails of this trial'],
    ['lng=ja&brand=kohaku&theme=dark&width=phone', 'メール一覧（お試し用）'],
    ['brand=nobody&theme=pink&width=none', 'メール一覧（お試し用）'],
  ] as const) {
    const page = await get(`/trial/mails?${query}`);
    const html = await page.text();
    expect([page.status, html]).toEqual([200, expect.stringContaining(`<h1>${title}</h1>`)]);
    expect(page.headers.get('content-security-policy')).toContain("frame-src 'self';");
    for (const kind of mailKinds) expect(html).toContain(`<p class="of">${kind}</p>`);
    const frames = [...html.matchAll(/ src="([^"]+)"/g)].map(([, src = '']) => src.replace(/&amp;/g, '&'));
    expect(frames).toHaveLength(sampleMails.length);
    expect((await get(frames.at(-1) ?? '')).status).toBe(200);
  }
});

test('a mail of it is framed by nobody else, runs nothing, and is dark or light as chosen', async () => {
  const [light, dark] = await Promise.all(['light', 'dark'].map((theme) => get(`/trial/mails/0?lng=en&brand=tenbin&theme=${theme}`)));
  expect(light?.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'self'$/);
  expect(light?.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  const [inLight, inDark] = [await light?.text(), await dark?.text()];
  expect(inLight).toContain('@media not all{');
  expect(inDark).toContain('@media all{');
  expect(inLight).toContain('012345');
});

test.each(['99', '-1', 'x', '1.5'])('there is no mail number %s', async (number) => {
  expect((await get(`/trial/mails/${number}`)).status).toBe(404);
});
