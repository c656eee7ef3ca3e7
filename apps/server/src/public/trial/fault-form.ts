/** What a fault is aimed at; deeds name an account and a pair themselves. */
const aims = ['account', 'pair', 'call'] as const;
const numbers = ['ms', 'times', 'lots', 'status', 'retryAfterSeconds', 'digits'] as const;
const texts = [
  'streams',
  'currency',
  'amount',
  'state',
  'tickSize',
  'lotSize',
  'minimumAmount',
  'minimumNotional',
  'selfTradePrevention',
  'discount',
  'key',
] as const;
const checks = ['accepted', 'coded'] as const;

/** Every field that the form of the venue's page may send. */
export type FaultField = (typeof aims)[number] | (typeof numbers)[number] | (typeof texts)[number] | (typeof checks)[number];

/**
 * A fault as the form on the venue's page sends it. What is empty, and what its type knows nothing of, is left out;
 * whether the rest is right is for the exchange to say.
 */
export function readFaultForm(form: URLSearchParams, faultFields: Readonly<Record<string, readonly string[]>>): Record<string, unknown> {
  const type = form.get('type') ?? '';
  const known = new Set(Object.hasOwn(faultFields, type) ? faultFields[type] : []);
  const given = (name: FaultField): string | null => form.get(name)?.trim() || null;
  const fault: Record<string, unknown> = { type };
  for (const name of numbers) if (known.has(name) && given(name) !== null) fault[name] = Number(given(name));
  for (const name of texts) if (known.has(name) && given(name) !== null) fault[name] = given(name);
  for (const name of checks) if (known.has(name)) fault[name] = given(name) !== null;
  const aimed = Object.fromEntries(aims.map((name) => [name, given(name)] as const).filter(([, value]) => value !== null));
  if (known.has('where')) return { ...fault, where: aimed };
  return { ...fault, ...Object.fromEntries(Object.entries(aimed).filter(([name]) => known.has(name))) };
}
