import type { Surface } from '@tenbin/contract';

/** Those that have pages, and a key of their own. */
export type OwnSurface = Exclude<Surface, 'public'>;

/** Where the addresses of each begin; those that begin otherwise are the end user's. */
export const basePaths: Readonly<Record<OwnSurface, string>> = { user: '/', organization: '/admin/', operator: '/ango-ya/' };

export const ownSurfaces: readonly OwnSurface[] = ['user', 'organization', 'operator'];

/** Whose an address is, whatever it leads to. */
export const surfaceAt = (path: string): OwnSurface =>
  ownSurfaces.find((surface) => surface !== 'user' && `${path}/`.startsWith(basePaths[surface])) ?? 'user';

interface Ports {
  readonly port: number;
  readonly adminPort: number | null;
  readonly operatorPort: number | null;
}

/** Who is answered at which port: whoever has none of their own, at the first. */
export function listenersOf({
  port,
  adminPort,
  operatorPort,
}: Ports): { readonly surfaces: readonly OwnSurface[]; readonly port: number }[] {
  const own = { user: null, organization: adminPort, operator: operatorPort };
  const apart = ownSurfaces.flatMap((surface) => (own[surface] === null ? [] : [{ surfaces: [surface], port: own[surface] }]));
  return [{ surfaces: ownSurfaces.filter((surface) => own[surface] === null), port }, ...apart];
}
