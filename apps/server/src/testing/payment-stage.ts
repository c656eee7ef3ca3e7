import type { UserPlan } from '@tenbin/billing';
import { loadBrands } from '@tenbin/brand/load';
import { type OrganizationDatabase, paypalAccountIdentity } from '@tenbin/db';
import type { Fetch, PaypalOptions } from '@tenbin/paypal';
import { PaypalStandIn, type StandInOptions } from '@tenbin/paypal/stand-in';
import { type Runtime, systemRuntime, type TimerOptions } from '@tenbin/runtime';
import { noMetrics, silentLog } from '@tenbin/telemetry';
import { newId, planTerms, type TestDatabase, testVault } from '@tenbin/testkit';
import { defaultServerConfig } from '../config.ts';
import { reviewPayments, workOnPayments } from '../payments/payment-jobs.ts';
import { createPaypalAccess } from '../payments/paypal-access.ts';
import type { PaymentDeps } from '../payments/seller.ts';
import { createOrganizationDirectory } from '../tenancy/organization-directory.ts';
import { createTenancy } from '../tenancy/tenancy.ts';
import type { BrandFeatures } from './brands-with.ts';
import { startTestServer, type TestServer, type TestUser } from './start-test-server.ts';

/** A server whose organization sells plans, the provider's stand-in beside it, and one clock for both that only a test moves. */
export interface PaymentStage {
  readonly server: TestServer;
  readonly standIn: PaypalStandIn;
  readonly own: OrganizationDatabase;
  /** Credentials of the organization at the stand-in. */
  readonly accountId: string;
  readonly deps: PaymentDeps;
  /** With the provider reached this way. */
  depsVia(fetch: Fetch): PaymentDeps;
  /** How a client reaches the stand-in. */
  readonly reach: Omit<PaypalOptions, 'credentials'>;
  makePlan(given?: Parameters<typeof planTerms>[0]): Promise<UserPlan>;
  /** What the jobs of a minute, and of an hour, do. */
  work(): Promise<void>;
  review(): Promise<void>;
  /** Both clocks go on; whatever the stand-in charges meanwhile it charges at its moment, and then the work is done. */
  advance(ms: number): Promise<void>;
  /** The payer's answer at the approval page. */
  approve(approveUrl: string, answer?: 'agree' | 'decline'): Promise<void>;
  /** Signs in again: sessions end as months pass. */
  again(user: TestUser): Promise<TestUser>;
  close(): Promise<void>;
}

/** Pauses between tries are over at once; time-outs are not. */
const hasty = (runtime: Runtime): Runtime =>
  Object.assign(Object.create(runtime), {
    after: (ms: number, wake: () => void, options?: TimerOptions) => runtime.after(ms <= 10_000 ? 1 : ms, wake, options),
  });

/** Whatever the day of the machine is. */
const startAt = new Date('2031-01-20T03:00:00Z');

export async function startPaymentStage({
  limitFactor = 1_000,
  features = { tenbin: { paypal: true } },
  runsJobs = false,
  opened,
  ...options
}: Partial<StandInOptions> & {
  readonly limitFactor?: number;
  readonly features?: BrandFeatures;
  readonly runsJobs?: boolean;
  readonly opened?: Pick<TestDatabase, 'database' | 'close'>;
} = {}): Promise<PaymentStage> {
  const machine = systemRuntime();
  const fetch: Fetch = (input, init) => globalThis.fetch(input, init);
  let now = () => new Date(0);
  const standIn = await PaypalStandIn.start({ runtime: { ...machine, now: () => now() }, fetch, ...options });
  const places = { live: standIn.place, sandbox: standIn.place };
  const paypal = { places, fetch };
  const server = await startTestServer({
    paypal,
    isClockStill: true,
    features,
    config: { limitFactor, runsJobs },
    ...(opened && { opened }),
  });
  now = server.clock.now;
  const { database, tenbin, clock } = server;
  clock.advance(startAt.getTime() - clock.now().getTime());
  await database.platform.organizations.update(tenbin.id, { isFree: false });
  const own = database.forOrganization(tenbin.id);
  const accountId = newId();
  const { clientId, secret } = standIn.addAccount();
  const sealed = testVault.seal(JSON.stringify({ secret }), paypalAccountIdentity(tenbin.id, accountId));
  await own.paypalAccounts.replace({ id: accountId, environment: 'sandbox', clientId, sealed }, clock.now());

  const brands = await loadBrands(defaultServerConfig.brandsDir);
  const organizations = createOrganizationDirectory(database, clock);
  const accessVia = (way: Fetch) =>
    createPaypalAccess({ places, fetch: way, vault: testVault, clock: hasty({ ...machine, ...clock }), publicUrl: () => server.url });
  const deps: PaymentDeps = {
    database,
    organizations,
    clock,
    log: silentLog,
    metrics: noMetrics,
    vault: testVault,
    tenancy: createTenancy({ brands, defaultBrand: null, organizations, isTrial: true }),
    paypal: accessVia(fetch),
    urlOf: (_brand, page) => `${server.url}${page}`,
  };
  const work = () => workOnPayments(deps);
  const goTo = async (moment: number): Promise<void> => {
    clock.advance(Math.max(0, moment - clock.now().getTime()));
    await standIn.advance(0);
    await work();
  };
  return {
    server,
    standIn,
    own,
    accountId: clientId,
    deps,
    depsVia: (way) => ({ ...deps, paypal: accessVia(way) }),
    reach: { place: standIn.place, fetch, runtime: machine },
    makePlan: (given) => own.userPlans.create(planTerms({ campaign: null, ...given }), clock.now()),
    work,
    review: () => reviewPayments(deps),
    async advance(ms) {
      const until = clock.now().getTime() + ms;
      for (let due = standIn.books.nextDue(); due !== null && due.getTime() <= until; due = standIn.books.nextDue())
        await goTo(due.getTime());
      await goTo(until);
    },
    async approve(approveUrl, answer = 'agree') {
      const token = new URL(approveUrl).searchParams.get('ba_token') ?? '';
      await globalThis.fetch(approveUrl, { method: 'POST', body: new URLSearchParams({ ba_token: token, answer }), redirect: 'manual' });
      await standIn.settle();
    },
    async again(user) {
      const { body } = await server.call('POST', '/api/users/signin', {
        body: { email: user.email, password: user.password, organization: user.organizationId },
      });
      return { ...user, key: body.uniqueKey, client: server.clientOf(body.uniqueKey) };
    },
    async close() {
      await server.close();
      await standIn.close();
    },
  };
}
