import type { LinkProps } from '@tanstack/react-router';
import type { DashboardIcon } from '@tenbin/ui';

/** An entry of the side navigation. */
export interface NavigationEntry {
  readonly label: string;
  readonly icon: typeof DashboardIcon;
  /** Inside this front end, or an address that opens in a new tab; null while it is not there yet. */
  readonly target:
    | { readonly kind: 'page'; readonly to: NonNullable<LinkProps['to']> }
    | { readonly kind: 'address'; readonly href: string }
    | null;
}

/** What the side navigation offers: what one works with, and below it what one reads. */
export interface Navigation {
  readonly work: readonly NavigationEntry[];
  readonly read: readonly NavigationEntry[];
}

/** The entry that a page belongs to: the nearest one at it or above it. The first page of all has none but itself. */
export function sectionOf({ work, read }: Navigation, pathname: string): NavigationEntry | null {
  const places = [...work, ...read].flatMap((entry) => (entry.target?.kind === 'page' ? [{ entry, at: trimmed(entry.target.to) }] : []));
  const above = places.filter(({ at }) => trimmed(pathname) === at || (at !== '' && pathname.startsWith(`${at}/`)));
  return above.sort((one, other) => other.at.length - one.at.length)[0]?.entry ?? null;
}

const trimmed = (path: string): string => path.replace(/\/$/, '');
