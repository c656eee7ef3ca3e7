import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Problem, useAction, useClient } from '@tenbin/app-kit';
import { type BrandKit, type LogoKind, logoKinds, logoOn, pictureAddress } from '@tenbin/brand';
import { addBrandPicture, maxPictureBytes } from '@tenbin/contract';
import { Panel, useErrorText } from '@tenbin/ui';
import { useId, useRef, useState } from 'react';
import { useText } from '../../app/text.ts';
import { deliveredOf, type OwnBrand } from './own-brand.ts';

interface LogoFieldsProps {
  readonly brand: OwnBrand;
  readonly logo: BrandKit['logo'];
  readonly theme: BrandKit['theme'];
  readonly onChange: (kind: LogoKind, picture: string | null) => void;
}

/** The brand's pictures, each on the ground on which it is shown. */
export function LogoFields({ brand, logo, theme, onChange }: LogoFieldsProps) {
  const text = useText('brand');
  const delivered = deliveredOf(brand);
  const ofFolder: Readonly<Record<LogoKind, string>> = {
    wide: delivered.logo.default,
    wideOnDark: logo.wide ? pictureAddress(brand.slug, logo.wide) : logoOn('dark', delivered).default,
    icon: delivered.logo.symbol,
  };
  return (
    <Panel title={text('logos')}>
      <Box sx={{ fontSize: 14, color: 'text.secondary', mb: 2 }}>{text('logosHelp')}</Box>
      <Box sx={{ display: 'grid', gap: 2 }}>
        {logoKinds.map((kind) => (
          <LogoField
            key={kind}
            kind={kind}
            address={logo[kind] ? pictureAddress(brand.slug, logo[kind]) : ofFolder[kind]}
            isOwn={logo[kind] !== null}
            ground={kind === 'wideOnDark' ? theme.dark.background : theme.light.background}
            onChange={(picture) => onChange(kind, picture)}
          />
        ))}
      </Box>
    </Panel>
  );
}

interface LogoFieldProps {
  readonly kind: LogoKind;
  readonly address: string;
  /** Given here, and not the folder's. */
  readonly isOwn: boolean;
  readonly ground: string;
  readonly onChange: (picture: string | null) => void;
}

/** A file is chosen, or dropped on the picture. */
function LogoField({ kind, address, isOwn, ground, onChange }: LogoFieldProps) {
  const text = useText('brand');
  const errorText = useErrorText();
  const client = useClient();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [isTooLarge, setIsTooLarge] = useState(false);
  const give = useAction({
    mutationFn: (file: File) => client.call(addBrandPicture, { query: { logo: kind } }, { raw: file }),
    onSuccess: ({ picture }) => onChange(picture),
  });
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (!file) return;
    const tooLarge = file.size > maxPictureBytes;
    setIsTooLarge(tooLarge);
    if (!tooLarge) give.mutate(file);
  };
  const problem = isTooLarge ? text('fileTooLarge') : give.error && errorText(give.error);
  return (
    <Box role="group" aria-labelledby={id}>
      <Box id={id} sx={{ fontWeight: 600, fontSize: 14, mb: 0.5 }}>
        {text(`logo_${kind}`)}
      </Box>
      <Box
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          take(event.dataTransfer.files);
        }}
        style={{ backgroundColor: ground }}
        sx={{
          p: 2,
          minHeight: 80,
          display: 'flex',
          alignItems: 'center',
          border: isOver ? '2px solid' : '1px dashed',
          borderColor: isOver ? 'primary.main' : 'divider',
          borderRadius: 1,
        }}
      >
        <img
          src={address}
          alt={text(`logo_${kind}`)}
          height={kind === 'icon' ? 48 : 40}
          style={{ maxWidth: '100%', objectFit: 'contain' }}
        />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1 }}>
        <Button variant="outlined" size="small" loading={give.isPending} aria-describedby={id} onClick={() => input.current?.click()}>
          {text('chooseFile')}
        </Button>
        <input
          ref={input}
          hidden
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-label={text('chooseFileFor', { logo: text(`logo_${kind}`) })}
          onChange={({ target }) => {
            take(target.files);
            // The same file may be chosen again.
            target.value = '';
          }}
        />
        {isOwn && (
          <Button size="small" onClick={() => onChange(null)} aria-label={text('removeLogoOf', { logo: text(`logo_${kind}`) })}>
            {text('removeLogo')}
          </Button>
        )}
      </Box>
      {problem && <Problem>{problem}</Problem>}
    </Box>
  );
}
