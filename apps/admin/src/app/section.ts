import { createRoute } from '@tanstack/react-router';
import type { OrganizationPermission } from '@tenbin/accounts';
import { lazyPage } from '@tenbin/app-kit';
import { fetchShell, shell } from './frame.ts';
import type { SectionWords } from './section-words.ts';

interface SectionSettings<Id extends string> {
  readonly id: Id;
  /** What a role must include to open its pages; null: every administrator may. */
  readonly needs: OrganizationPermission | null;
  /** Fetched beside the section's scripts. */
  readonly words: readonly (keyof SectionWords)[];
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Of a section. */
    readonly needs?: OrganizationPermission | null;
  }
}

/**
 * What the pages of a section hang below: with its words, and closed to whose role does not include it. A section is
 *
 * - a folder `features/<section>` with `routes.ts`, and with `pages.ts`, which is fetched in one file,
 * - its words in `words/{ja,en}/<section>.ts`, named in `section-words.ts`,
 * - a line in `router.tsx`, and one in `shell/navigation.ts` with its name in `words/{ja,en}/shell.ts`.
 */
export const createSection = <const Id extends string>({ id, needs, words }: SectionSettings<Id>) =>
  createRoute({
    getParentRoute: () => shell,
    id,
    staticData: { needs },
    loader: ({ context }) => context.app.words.i18n.loadNamespaces([...words]),
    component: lazyPage(fetchShell, 'Section'),
  });
