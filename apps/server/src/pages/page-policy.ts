import type { Brand } from '@tenbin/brand';
import type { OwnSurface } from '../surfaces.ts';

/** Our own scripts; our own and the brands' pictures; calls to us; nothing else. Styles may stand in the page, where the component library writes them. */
const ours = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'frame-src': ["'none'"],
  'worker-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
} as const;

type Sources = Readonly<Partial<Record<keyof typeof ours, readonly string[]>>>;

/** @param more - what a page needs besides */
export const contentPolicy = (more: Sources = {}): string =>
  (Object.keys(ours) as (keyof typeof ours)[])
    .map((directive) => {
      const sources = [...ours[directive], ...(more[directive] ?? [])];
      return `${directive} ${(sources.length > 1 ? sources.filter((source) => source !== "'none'") : sources).join(' ')}`;
    })
    .join(';');

/** No page of ours uses them, so no script that slips in can. */
const devices = ['camera', 'display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'payment', 'serial', 'usb'];
const permissions = devices.map((device) => `${device}=()`).join(', ');

type Headers = Readonly<Record<string, string>>;

const headersOf = (content: string, { referrer = 'same-origin', opener = 'same-origin' } = {}): Headers => ({
  'content-security-policy': content,
  'cross-origin-opener-policy': opener,
  'permissions-policy': permissions,
  'referrer-policy': referrer,
});

interface PageFacts {
  readonly takesPayments: boolean;
  /** Of a brand that is being changed: the administrators' pages show it within themselves. */
  readonly isDraft: boolean;
}

/** What a browser may do with a page. */
export interface PagePolicies {
  /** With every page that has no policy of its own. */
  readonly usual: Headers;
  /** Holds for the document that was loaded: whoever comes to a page with another policy has to load it. */
  of(surface: OwnSurface, path: string, page: PageFacts): Headers;
}

/** @param paypal - where the payment provider's button comes from: a script of its own, which opens a window of its own */
export function createPagePolicies(brands: ReadonlyMap<string, Brand>, { paypal }: { readonly paypal: readonly string[] }): PagePolicies {
  const pictures = pictureHosts(brands);
  const usual = headersOf(contentPolicy({ 'img-src': pictures }));
  const staff = headersOf(contentPolicy({ 'img-src': pictures }), { referrer: 'no-referrer' });
  const administrators = headersOf(contentPolicy({ 'img-src': pictures, 'frame-src': ["'self'"] }), { referrer: 'no-referrer' });
  const draft = {
    ...headersOf(contentPolicy({ 'img-src': pictures, 'frame-src': ["'self'"], 'frame-ancestors': ["'self'"] }), {
      referrer: 'no-referrer',
    }),
    'x-frame-options': 'SAMEORIGIN',
  };
  const payment = headersOf(
    contentPolicy({ 'script-src': paypal, 'frame-src': paypal, 'connect-src': paypal, 'img-src': [...pictures, ...paypal] }),
    { opener: 'same-origin-allow-popups' },
  );
  return {
    usual,
    of(surface, path, { takesPayments, isDraft }) {
      if (isDraft) return draft;
      if (surface !== 'user') return surface === 'organization' ? administrators : staff;
      return takesPayments && /^\/plan\/checkout\/?$/.test(path) ? payment : usual;
    },
  };
}

/** Brands may keep their pictures elsewhere. */
function pictureHosts(brands: ReadonlyMap<string, Brand>): string[] {
  const addresses = [...brands.values()].flatMap(({ favicon, logo }) => [favicon, logo.default, logo.sideNav, logo.symbol]);
  return [...new Set(addresses.filter((address) => address.startsWith('https://')).map((address) => new URL(address).origin))];
}
