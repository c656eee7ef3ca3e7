/**
 * What was entered and is not saved yet, by user and subject. In memory it is whole: a session that ends in the middle, or a
 * step back in the browser, loses nothing. The tab's own storage, which a reload leaves alone, has it without its secrets.
 */
export interface Drafts {
  /** @param stored - the draft without its secrets */
  keep<Draft>(about: string, draft: Draft, stored: Draft): void;
  /** Undefined where nothing is kept. What a reload left is as it was once stored: possibly by an older version of these pages. */
  find<Draft>(about: string): Partial<Draft> | undefined;
  drop(about: string): void;
  /**
   * Its user leaves: forgets the secrets in all drafts, so that what they find again is what a reload would have left; and
   * whole those that are {@link ofSession}.
   */
  forgetSecrets(): void;
}

const nameOf = (about: string): string => `draft ${about}`;
const inSession = 'session ';

/** A subject of which nothing stays when its user leaves: what is written to others, or of them. */
export const ofSession = (about: string): string => inSession + about;

export function createDrafts(): Drafts {
  const whole = new Map<string, unknown>();
  return {
    keep(about, draft, stored) {
      whole.set(about, draft);
      sessionStorage.setItem(nameOf(about), JSON.stringify(stored));
    },
    find<Draft>(about: string) {
      const stored = sessionStorage.getItem(nameOf(about));
      return (whole.get(about) as Draft | undefined) ?? (stored === null ? undefined : (JSON.parse(stored) as Partial<Draft>));
    },
    drop(about) {
      whole.delete(about);
      sessionStorage.removeItem(nameOf(about));
    },
    forgetSecrets() {
      whole.clear();
      for (const name of Object.keys(sessionStorage)) if (name.startsWith(nameOf(inSession))) sessionStorage.removeItem(name);
    },
  };
}
