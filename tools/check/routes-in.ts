/** A screen as a router's source declares it. */
export interface DeclaredScreen {
  readonly path: string;
  /** The source that its page is fetched from, as it is imported. */
  readonly pages: string;
  /** What its loader fetches: the names in it, and of the word files that it lists. */
  readonly loads: readonly string[];
}

const fetchers = /const (\w+) = \(\) => import\('([^']+)'\)/g;
const page = /lazyPage\((?:(\w+)|\(\) => import\('([^']+)'\)),/;
const route = /createRoute\(/;

/**
 * The screens of a source that declares routes one by one. It is read as text, since what it imports runs in browsers only.
 *
 * @throws {Error} a route has an address but no page that is fetched: it is written otherwise than the others
 */
export function routesIn(source: string): readonly DeclaredScreen[] {
  const imported = new Map([...source.matchAll(fetchers)].map(([, name = '', from = '']) => [name, from]));
  return source
    .split(route)
    .slice(1)
    .flatMap((block) => {
      const [, path] = /path: '([^']+)'/.exec(block) ?? [];
      if (path === undefined) return [];
      const [, name, direct] = page.exec(block) ?? [];
      const pages = direct ?? imported.get(name ?? '');
      if (pages === undefined) throw new Error(`${path} has no page that is fetched`);
      const [, loader = ''] = /loader: ([^\n]+)/.exec(block) ?? [];
      return [{ path, pages, loads: loader.match(/\w+/g) ?? [] }];
    });
}
