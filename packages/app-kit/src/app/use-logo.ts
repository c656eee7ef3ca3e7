import { type Brand, logoOn } from '@tenbin/brand';
import { useAppearance } from '@tenbin/ui';
import { useInstallation } from './installation.ts';

/** The brand's pictures for the ground that they are on. */
export function useLogo(): Brand['logo'] {
  const { brand } = useInstallation();
  return logoOn(useAppearance().mode, brand);
}
