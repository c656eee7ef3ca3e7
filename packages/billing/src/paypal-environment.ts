/** Where PayPal is asked: `sandbox` moves no money. */
export const paypalEnvironments = ['live', 'sandbox'] as const;
export type PaypalEnvironment = (typeof paypalEnvironments)[number];
