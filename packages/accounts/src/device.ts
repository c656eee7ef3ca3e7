const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const;

const nameIn = (names: readonly (readonly [string, RegExp])[], agent: string): string | undefined =>
  names.find(([, pattern]) => pattern.test(agent))?.[0];

/**
 * What people call the program that they sign in with: 'Chrome, Windows'. As it says itself, which proves nothing.
 *
 * @returns the first word of what is unknown; null where it says nothing
 */
export function deviceOf(agent: string | null): string | null {
  if (agent === null || agent.trim() === '') return null;
  const known = [nameIn(browsers, agent), nameIn(systems, agent)].filter((name) => name !== undefined);
  return known.length > 0 ? known.join(', ') : (agent.trim().split(/[\s/]/, 1)[0] ?? null);
}
