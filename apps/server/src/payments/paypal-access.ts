import { type PaypalEnvironment, paypalEnvironments } from '@tenbin/billing';
import { type PaypalAccount, paypalAccountIdentity, type SealedPaypalSecret, type Vault } from '@tenbin/db';
import {
  type Fetch,
  PaypalClient,
  type PaypalCredentials,
  type PaypalPlace,
  type ReceivedWebhook,
  type WebhookVerdict,
  WebhookVerifier,
} from '@tenbin/paypal';
import type { Clock } from '../clock.ts';

/** Where PayPal is, for accounts of each environment, and how it is reached. */
export interface PaypalSettings {
  readonly places: Readonly<Record<PaypalEnvironment, PaypalPlace>>;
  readonly fetch: Fetch;
}

/** Accounts of organizations at PayPal: their secrets are opened here, and nowhere else. */
export interface PaypalAccess {
  clientOf(organizationId: string, account: PaypalAccount): PaypalClient;
  /** Of credentials that are not stored yet. */
  clientWith(environment: PaypalEnvironment, credentials: PaypalCredentials): PaypalClient;
  verify(webhook: ReceivedWebhook, account: PaypalAccount): Promise<WebhookVerdict>;
  /** The script that draws the button. */
  buttonScriptOf(account: PaypalAccount, language: 'ja' | 'en'): string;
  /** What a page with that button loads it and its parts from. */
  readonly pageSources: readonly string[];
  /** Where the account's events are to go. */
  webhookUrlOf(organizationId: string): string;
}

interface Given extends PaypalSettings {
  readonly vault: Pick<Vault, 'open'>;
  readonly clock: Clock;
  /** Where people and PayPal reach the server. */
  readonly publicUrl: () => string;
}

export function createPaypalAccess({ places, fetch, vault, clock, publicUrl }: Given): PaypalAccess {
  /** By account, with the secret that each was made with: another process may have stored another one. */
  const clients = new Map<string, { readonly sealed: string; readonly client: PaypalClient }>();
  const clientWith: PaypalAccess['clientWith'] = (environment, credentials) =>
    new PaypalClient({ place: places[environment], credentials, fetch, runtime: clock });
  const verifiers = new Map(
    paypalEnvironments.map((environment) => [environment, new WebhookVerifier({ place: places[environment], fetch, runtime: clock })]),
  );
  return {
    clientOf(organizationId, { id, environment, clientId, sealed }) {
      const known = clients.get(id);
      if (known?.sealed === sealed) return known.client;
      const { secret }: SealedPaypalSecret = JSON.parse(vault.open(sealed, paypalAccountIdentity(organizationId, id)));
      const client = clientWith(environment, { clientId, secret });
      clients.set(id, { sealed, client });
      return client;
    },
    clientWith,
    async verify(webhook, { environment, webhookId }) {
      if (webhookId === null) return 'forged';
      return verifiers.get(environment)?.verify(webhook, webhookId) ?? 'forged';
    },
    buttonScriptOf({ environment, clientId }, language) {
      const query = new URLSearchParams({
        'client-id': clientId,
        vault: 'true',
        intent: 'subscription',
        currency: 'JPY',
        locale: language === 'ja' ? 'ja_JP' : 'en_US',
      });
      return `${places[environment].script}?${query}`;
    },
    pageSources: [...new Set(Object.values(places).flatMap(sourcesOf))],
    webhookUrlOf: (organizationId) => `${publicUrl()}/webhooks/paypal/${organizationId}`,
  };
}

function sourcesOf({ script }: PaypalPlace): string[] {
  const { hostname, origin } = new URL(script);
  return hostname.endsWith('.paypal.com') ? ['https://*.paypal.com', 'https://*.paypalobjects.com'] : [origin];
}
