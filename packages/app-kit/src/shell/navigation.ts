import type { LinkProps } from '@tanstack/react-router';
import type { DashboardIcon } from '@tenbin/ui';

/** An entry of the side navigation. */
export interface NavigationEntry {
  readonly label: string;
  readonly icon: typeof DashboardIcon;
  /** Inside this front end, or an address that opens in a new tab; null while it is not there yet. */
  readonly target:
    | { readonly kind: 'page'; readonly to: NonNullable<LinkProps['to']> /** Pages below it count as it. */; readonly withBelow?: boolean }
    | { readonly kind: 'address'; readonly href: string }
    | null;
}

/** What the side navigation offers: what one works with, and below it what one reads. */
export interface Navigation {
  readonly work: readonly NavigationEntry[];
  readonly read: readonly NavigationEntry[];
}
