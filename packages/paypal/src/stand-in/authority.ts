import { createSign, generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';

/** Issues the certificate that webhooks are signed with, and signs. */
export interface Authority {
  /** PEM. */
  readonly root: string;
  /** PEM: the signer, then its issuer. */
  readonly chain: string;
  sign(text: string): string;
}

/** So long that no clock that is moved leaves it. */
const notBefore = new Date('2000-01-01T00:00:00Z');
const notAfter = new Date('2100-01-01T00:00:00Z');

/** @param signer - its common name */
export function createAuthority(signer: string): Authority {
  const root = keyPair();
  const leaf = keyPair();
  const rootName = 'Stand-in Root';
  const rootPem = certificate({
    subject: rootName,
    issuer: rootName,
    serial: '01',
    isAuthority: true,
    publicKey: root.publicKey,
    signedBy: root.privateKey,
  });
  const leafPem = certificate({
    subject: signer,
    issuer: rootName,
    serial: '02',
    isAuthority: false,
    publicKey: leaf.publicKey,
    signedBy: root.privateKey,
  });
  return {
    root: rootPem,
    chain: `${leafPem}${rootPem}`,
    sign: (text) => createSign('RSA-SHA256').update(text).sign(leaf.privateKey, 'base64'),
  };
}

function keyPair(): { readonly publicKey: string; readonly privateKey: string } {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

interface ToIssue {
  readonly subject: string;
  readonly issuer: string;
  readonly serial: string;
  readonly isAuthority: boolean;
  readonly publicKey: string;
  readonly signedBy: string;
}

function certificate({ subject, issuer, serial, isAuthority, publicKey, signedBy }: ToIssue): string {
  const made = forge.pki.createCertificate();
  made.publicKey = forge.pki.publicKeyFromPem(publicKey);
  made.serialNumber = serial;
  made.validity.notBefore = notBefore;
  made.validity.notAfter = notAfter;
  made.setSubject([{ name: 'commonName', value: subject }]);
  made.setIssuer([{ name: 'commonName', value: issuer }]);
  made.setExtensions([{ name: 'basicConstraints', cA: isAuthority, critical: true }]);
  made.sign(forge.pki.privateKeyFromPem(signedBy), forge.md.sha256.create());
  return forge.pki.certificateToPem(made);
}
