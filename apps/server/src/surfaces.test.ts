import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from './calls.ts';
import { listenersOf, type OwnSurface, ownSurfaces, surfaceAt } from './surfaces.ts';
import { startTestServer, type TestServer } from './testing/start-test-server.ts';

const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const asProgram = { accept: 'application/json' };

/** Of each surface: an address of its pages, one of its calls, and a file of its build. */
const addresses = {
  user: { page: '/history/?page=2', call: '/api/bots', file: '/assets/app-user.js' },
  organization: { page: '/admin/users/17?tab=bots', call: '/admin/bots', file: '/admin/assets/app-organization.js' },
  operator: { page: '/ango-ya/health', call: '/ango-ya/organizations', file: '/ango-ya/assets/app-operator.js' },
} as const satisfies Record<OwnSurface, unknown>;

let folder: string;
let together: TestServer;
let apart: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'front-ends-'));
  for (const surface of ownSurfaces) {
    await mkdir(join(folder, surface, 'assets'), { recursive: true });
    await writeFile(join(folder, surface, 'index.html'), `<!doctype html><head></head><p>pages of ${surface}</p>`);
    await writeFile(join(folder, surface, 'assets', `app-${surface}.js`), `'${surface}'`);
  }
  const folderOf = (surface: OwnSurface) => join(folder, surface);
  const pages = { user: folderOf('user'), organization: folderOf('organization'), operator: folderOf('operator') };
  together = await startTestServer({ config: { pages } });
  apart = await startTestServer({ config: { pages, adminPort: 0, operatorPort: 0 } });
});
afterAll(async () => {
  await together.close();
  await apart.close();
  await rm(folder, { recursive: true });
});

const get = async (url: string, headers: Readonly<Record<string, string>>) => {
  const answer = await fetch(url, { headers: { 'accept-language': 'en', ...headers } });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};
const codeOf = ({ text }: { readonly text: string }): unknown => (text.startsWith('{') ? JSON.parse(text).code : text);

test('every call is at an address of the surface whose key it asks for', () => {
  const strays = calls.filter(({ route }) => route.surface !== 'public' && surfaceAt(route.path) !== route.surface);
  expect(strays.map(({ route }) => route.path)).toEqual([]);
  expect(['/admin', '/admin/x', '/administration', '/ango-ya', '/', '/api/admin'].map(surfaceAt)).toEqual([
    'organization',
    'organization',
    'user',
    'operator',
    'user',
    'user',
  ]);
});

test('who has no port of their own is answered at the first', () => {
  expect(listenersOf({ port: 1, adminPort: null, operatorPort: null })).toEqual([{ surfaces: ownSurfaces, port: 1 }]);
  expect(listenersOf({ port: 1, adminPort: 2, operatorPort: null })).toEqual([
    { surfaces: ['user', 'operator'], port: 1 },
    { surfaces: ['organization'], port: 2 },
  ]);
});

describe('at one port', () => {
  test.each(ownSurfaces)('a browser gets the pages of %s below their own path, and no others', async (surface) => {
    const { page } = addresses[surface];
    const base = page.split('/').slice(0, -1).join('/');
    for (const path of surface === 'user' ? [page, '/'] : [page, base, `${base}/`]) {
      const { status, text, headers } = await get(together.url + path, asBrowser);
      expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8']);
      expect(text).toContain(`pages of ${surface}`);
      expect(text).toContain('id="installation"');
      expect(headers.get('cache-control')).toBe('no-cache');
    }
  });

  test('an address of staff that is a call as well is data for a program', async () => {
    const key = await together.makeAdministrator();
    const asPage = await get(`${together.url}/admin/bots`, asBrowser);
    expect([asPage.status, asPage.headers.get('vary')]).toEqual([200, 'accept']);
    expect(asPage.text).toContain('pages of organization');
    expect((await together.call('GET', '/admin/bots', { key, surface: 'organization' })).body).toEqual([]);
    expect(codeOf(await get(`${together.url}/admin/bots`, asProgram))).toBe('signinRequired');
  });

  test('what is not there is said in JSON to whoever asks for no page', async () => {
    for (const path of ['/admin', '/admin/', '/admin/nothing', '/ango-ya/', '/ango-ya/nothing', '/api/nothing'])
      expect([path, codeOf(await get(together.url + path, asProgram))]).toEqual([path, 'notFound']);
    const sent = await fetch(`${together.url}/admin/nothing`, { method: 'POST', headers: asBrowser });
    expect([sent.status, codeOf({ text: await sent.text() })]).toEqual([404, 'notFound']);
  });

  test('built files are below the path of their own pages alone, and never become a page', async () => {
    for (const surface of ownSurfaces) {
      const { status, text, headers } = await get(together.url + addresses[surface].file, asBrowser);
      expect([status, text]).toEqual([200, `'${surface}'`]);
      expect(headers.get('cache-control')).toContain('immutable');
    }
    for (const path of ['/assets/app-organization.js', '/admin/assets/app-user.js', '/ango-ya/assets/app-user.js', '/admin/assets/'])
      expect([path, codeOf(await get(together.url + path, asBrowser))]).toEqual([path, 'notFound']);
  });
});

describe('what a browser may do', () => {
  const headersOf = async (path: string, server = together) => (await get(server.url + path, asBrowser)).headers;
  const policyOf = async (path: string) => (await headersOf(path)).get('content-security-policy') ?? '';

  test('no page is framed, reads devices, or runs what is not ours', async () => {
    for (const { page } of Object.values(addresses)) {
      const headers = await headersOf(page);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('paypal');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    }
  });

  test('a page of staff never says where one came from', async () => {
    expect((await headersOf(addresses.user.page)).get('referrer-policy')).toBe('same-origin');
    expect((await headersOf(addresses.organization.page)).get('referrer-policy')).toBe('no-referrer');
    expect((await headersOf(addresses.operator.page)).get('referrer-policy')).toBe('no-referrer');
  });

  test('the payment provider’s script and window are for the final confirmation alone, where the brand takes payments', async () => {
    const headers = await headersOf('/plan/checkout');
    expect(headers.get('content-security-policy')).toContain("script-src 'self' https://*.paypal.com https://*.paypalobjects.com;");
    expect(headers.get('content-security-policy')).toContain('frame-src https://*.paypal.com https://*.paypalobjects.com;');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    for (const path of ['/', '/plan', '/plan/x', '/admin/plan/checkout', '/plan/checkout?brand=kohaku', '/docs/'])
      expect([path, (await policyOf(path)).includes('paypal')]).toEqual([path, false]);
  });

  test('the page about the calls runs its first script by a nonce of its own', async () => {
    expect(await policyOf('/docs/')).toMatch(/script-src 'self' 'nonce-[\w+/=]+';/);
    expect(await policyOf('/')).not.toContain('nonce');
  });
});

describe('at ports of their own', () => {
  test.each(ownSurfaces)('pages, files and calls of %s are answered there, and nowhere else', async (surface) => {
    const { page, call, file } = addresses[surface];
    for (const at of ownSurfaces) {
      const url = apart.urls[at];
      const answers = await Promise.all([get(url + page, asBrowser), get(url + call, asProgram), get(url + file, asBrowser)]);
      if (at === surface) {
        expect(answers.map(({ status }) => status)).toEqual([200, 401, 200]);
        expect(answers[0]?.text).toContain(`pages of ${surface}`);
      } else {
        expect([at, answers.map(codeOf)]).toEqual([at, ['otherPort', 'otherPort', 'otherPort']]);
        expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
      }
    }
  });

  test('somebody of staff signs in at their own port alone', async () => {
    const path = '/ango-ya/organizations/signin';
    const signIn = async (url: string) => {
      const body = JSON.stringify({ email: 'nobody@example.org', password: 'Wrong1password' });
      const answer = await fetch(url + path, { method: 'POST', body, headers: { ...asProgram, 'content-type': 'application/json' } });
      return codeOf({ text: await answer.text() });
    };
    expect(await signIn(apart.urls.operator)).toBe('emailOrPassword');
    expect(await signIn(apart.urls.organization)).toBe('otherPort');
    expect(await signIn(apart.urls.user)).toBe('otherPort');
  });

  test('what every page needs is at each of them: whose it is, its pictures, and whether it lives', async () => {
    for (const url of Object.values(apart.urls)) {
      expect(JSON.parse((await get(`${url}/api/installation`, asProgram)).text).brand.wlKey).toBe('tenbin');
      expect((await get(`${url}/brands/tenbin/logo.svg`, {})).headers.get('content-type')).toContain('svg');
      expect((await get(`${url}/healthz`, asProgram)).status).toBe(200);
    }
  });

  test('nothing that is the end user’s alone is at a port of staff', async () => {
    const paths = [
      '/',
      '/docs/',
      '/openapi.json',
      '/trial/inbox',
      '/trial/inbox.json',
      '/trial/venue',
      '/r/abc',
      '/unsubscribe',
      '/not-me',
    ];
    for (const path of paths) expect([path, codeOf(await get(apart.urls.organization + path, asBrowser))]).toEqual([path, 'otherPort']);
  });
});
