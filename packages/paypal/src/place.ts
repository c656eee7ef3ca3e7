import type { PaypalEnvironment } from '@tenbin/billing';

/** Where PayPal is, and whom to believe that it is PayPal. The stand-in differs from it by this alone. */
export interface PaypalPlace {
  /** Origin of its REST calls. */
  readonly api: string;
  /** Origin of the certificates that sign webhooks; nothing else is fetched from it. */
  readonly certificates: string;
  /** What a signer's common name must end with. */
  readonly signerDomain: string;
  /** PEM; null: the roots that Node brings. */
  readonly trustedRoots: readonly string[] | null;
  /** The script that draws the button. */
  readonly script: string;
}

export const paypalPlaces: Readonly<Record<PaypalEnvironment, PaypalPlace>> = {
  live: {
    api: 'https://api-m.paypal.com',
    certificates: 'https://api.paypal.com',
    signerDomain: '.paypal.com',
    trustedRoots: null,
    script: 'https://www.paypal.com/sdk/js',
  },
  sandbox: {
    api: 'https://api-m.sandbox.paypal.com',
    certificates: 'https://api.sandbox.paypal.com',
    signerDomain: '.paypal.com',
    trustedRoots: null,
    script: 'https://www.sandbox.paypal.com/sdk/js',
  },
};
