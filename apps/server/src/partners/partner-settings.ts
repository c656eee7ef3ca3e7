import type { SettingsReader } from '@tenbin/settings';

/** Where an organization's partner links the accounts of its users to its own. */
export interface Partner {
  readonly url: string;
  /** Signs what it is told. */
  readonly secret: string;
}

const shortestSecret = 32;

/** Reads PARTNERS: `<slug> <url> <secret>`, with commas between them. @returns by an organization's slug */
export function readPartners(reader: SettingsReader): ReadonlyMap<string, Partner> {
  const partners = new Map<string, Partner>();
  const given = (reader.text('PARTNERS') ?? '').split(',').map((part) => part.trim());
  for (const part of given.filter((one) => one !== '')) {
    const [slug = '', url = '', secret = '', ...more] = part.split(/\s+/);
    if (more.length > 0 || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol) || new URL(url).username !== '')
      reader.problem(`PARTNERS must be like 'tenbin https://partner.example/link secret', with commas between them; '${slug}' is not`);
    else if (secret.length < shortestSecret)
      reader.problem(`PARTNERS: the secret of '${slug}' must have ${shortestSecret} characters or more`);
    else partners.set(slug, { url, secret });
  }
  return partners;
}

/** Only a trial may speak to a partner without TLS. */
export function checkPartners(reader: SettingsReader, partners: ReadonlyMap<string, Partner>, isTrial: boolean): void {
  for (const [slug, { url }] of partners)
    if (!isTrial && !url.startsWith('https:')) reader.problem(`PARTNERS: the address of '${slug}' must begin with https://`);
}
