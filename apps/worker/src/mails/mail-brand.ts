import type { Brand } from '@tenbin/brand';
import type { MailBrand } from '@tenbin/mail';

/** @param publicUrl - where people reach the console, without a slash at the end */
export function mailBrandOf({ name, theme, logo }: Brand, publicUrl: string): MailBrand {
  const address = logo.default.startsWith('/') ? `${publicUrl}${logo.default}` : logo.default;
  // Mail programs show no SVG.
  return {
    name,
    accent: theme.light.accent,
    onAccent: theme.light.onAccent,
    logoUrl: /^https:.*\.(png|jpe?g)$/.test(address) ? address : null,
  };
}
