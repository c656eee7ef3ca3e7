/**
 * What was entered and is not saved yet, by user and subject. In memory it is whole: a session that ends in the middle, or a
 * step back in the browser, loses nothing. The tab's own storage, which a reload leaves alone, has it without its secrets.
 */
const whole = new Map<string, unknown>();
const nameOf = (about: string): string => `draft ${about}`;

/**
 * @param stored - the draft without its secrets
 */
export function keepDraft<Draft>(about: string, draft: Draft, stored: Draft): void {
  whole.set(about, draft);
  sessionStorage.setItem(nameOf(about), JSON.stringify(stored));
}

/** Undefined where nothing is kept. What a reload left is as it was once stored: possibly by an older version of these pages. */
export function keptDraft<Draft>(about: string): Partial<Draft> | undefined {
  const stored = sessionStorage.getItem(nameOf(about));
  return (whole.get(about) as Draft | undefined) ?? (stored === null ? undefined : (JSON.parse(stored) as Partial<Draft>));
}

export function dropDraft(about: string): void {
  whole.delete(about);
  sessionStorage.removeItem(nameOf(about));
}

/** Forgets the secrets in all drafts: what their user finds again is what a reload would have left. */
export const forgetSecrets = (): void => whole.clear();
