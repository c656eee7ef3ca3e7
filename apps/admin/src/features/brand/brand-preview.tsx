import Box from '@mui/material/Box';
import type { Language } from '@tenbin/accounts';
import { draftBase, LookFrame } from '@tenbin/app-kit';
import { type BrandKit, withKit } from '@tenbin/brand';
import { languageNames, type Mode, Panel, SelectField, useLanguage } from '@tenbin/ui';
import { useMemo, useState } from 'react';
import { adminSurface } from '../../app/surface.ts';
import { useText } from '../../app/text.ts';
import { type Draft, deliveredOf, type OwnBrand } from './own-brand.ts';

/** Of users, before the login. */
const userPages = { login: '/login', signUp: '/sign-up', legal: '/legal/terms-of-service' } as const;
/** Of administrators, who are signed in here. */
const adminPages = { overview: '/', users: '/users', bots: '/bots' } as const;
type Page = keyof typeof userPages | keyof typeof adminPages;

const widths = { phone: 360, wide: '100%' } as const;

interface BrandPreviewProps {
  readonly brand: OwnBrand;
  readonly draft: Draft;
  readonly kit: BrandKit;
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
}

/** Real pages in the look of the draft, as it is being changed. Those of users can be shown where they are at the same address. */
export function BrandPreview({ brand, draft, kit, mode, onMode }: BrandPreviewProps) {
  const text = useText('brand');
  const ownLanguage = useLanguage();
  const [language, setLanguage] = useState<Language>(ownLanguage);
  const [width, setWidth] = useState<keyof typeof widths>('wide');
  const isHere = new URL(draft.address).origin === location.origin;
  const pages: readonly Page[] = [...(isHere ? (['login', 'signUp', 'legal'] as const) : []), 'overview', 'users', 'bots'];
  const [page, setPage] = useState<Page>(pages[0] ?? 'overview');
  const look = useMemo(() => ({ brand: withKit(deliveredOf(brand), kit, brand.slug), mode, language }), [brand, kit, mode, language]);
  const src =
    page in userPages
      ? `${draftBase(draft.token, '/')}${userPages[page as keyof typeof userPages]}`
      : `${draftBase(draft.token, adminSurface.basePath)}${adminPages[page as keyof typeof adminPages]}`;
  const choose = <T extends string>(label: string, value: T, all: readonly (readonly [T, string])[], set: (value: T) => void) => (
    <SelectField
      small
      label={label}
      value={value}
      options={all.map(([one, name]) => ({ value: one, name }))}
      onChange={(next) => set(next as T)}
    />
  );
  return (
    <Panel title={text('preview')} sx={{ position: { lg: 'sticky' }, top: { lg: 80 } }}>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr 1fr' }, mb: 2 }}>
        {choose(
          text('page'),
          page,
          pages.map((one) => [one, text(`page_${one}`)] as const),
          setPage,
        )}
        {choose(
          text('width'),
          width,
          [
            ['wide', text('width_wide')],
            ['phone', text('width_phone')],
          ],
          setWidth,
        )}
        {choose(
          text('mode'),
          mode,
          [
            ['light', text('light')],
            ['dark', text('dark')],
          ],
          onMode,
        )}
        {choose(
          text('language'),
          language,
          [
            ['ja', languageNames.ja],
            ['en', languageNames.en],
          ],
          setLanguage,
        )}
      </Box>
      <Box sx={{ border: '1px solid', borderColor: 'divider', borderRadius: 1, overflow: 'auto' }}>
        <LookFrame src={src} title={text('previewOf', { page: text(`page_${page}`) })} look={look} width={widths[width]} height={640} />
      </Box>
      {!isHere && <Box sx={{ mt: 1, fontSize: 14, color: 'text.secondary' }}>{text('elsewhere')}</Box>}
    </Panel>
  );
}
