/** A header by its name in small letters, however the server spells it. */
export function headerOf(headers: Readonly<Record<string, unknown>>, name: string): string | null {
  const spelled = Object.keys(headers).find((key) => key.toLowerCase() === name);
  return spelled === undefined ? null : String(headers[spelled]);
}
