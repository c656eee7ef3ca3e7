import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import type { PaypalPlace } from '../place.ts';

const maxCertificates = 6;
const block = /-----BEGIN CERTIFICATE-----[\sA-Za-z0-9+/=]+-----END CERTIFICATE-----/g;

/**
 * The certificate that signs, if it is PayPal's and those behind it lead to a root that we trust.
 *
 * @param pem - the signer first, each followed by its issuer
 * @returns null where it is not to be believed
 */
export function trustedSigner(
  pem: string,
  { signerDomain, trustedRoots }: Pick<PaypalPlace, 'signerDomain' | 'trustedRoots'>,
  now: Date,
): X509Certificate | null {
  const chain = certificatesIn(pem);
  const [signer] = chain;
  const last = chain.at(-1);
  if (!signer || !last || chain.length > maxCertificates) return null;
  if (!chain.every((certificate) => isInForce(certificate, now)) || !commonName(signer).endsWith(signerDomain)) return null;
  const isLinked = chain.slice(1).every((issuer, index) => isIssuedBy(chain[index] as X509Certificate, issuer));
  return isLinked && isRooted(last, trustedRoots ?? rootCertificates, now) ? signer : null;
}

function certificatesIn(pem: string): X509Certificate[] {
  try {
    return (pem.match(block) ?? []).map((text) => new X509Certificate(text));
  } catch {
    return [];
  }
}

const isInForce = ({ validFromDate, validToDate }: X509Certificate, now: Date): boolean => validFromDate <= now && now <= validToDate;

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

/** The last of a chain is a root, or was issued by one. */
function isRooted(last: X509Certificate, roots: readonly string[], now: Date): boolean {
  return roots
    .map((pem) => new X509Certificate(pem))
    .some((root) => isInForce(root, now) && (root.fingerprint256 === last.fingerprint256 || isIssuedBy(last, root)));
}

const commonName = ({ subject }: X509Certificate): string => /^CN=(.+)$/m.exec(subject)?.[1] ?? '';
