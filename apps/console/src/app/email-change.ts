/** A change of address that waits for its code. The session's key is kept here, and nowhere else, until it is entered. */
export interface EmailChange {
  readonly newEmail: string;
  readonly key: string;
}

const name = 'email-change';

/** For all tabs: the mailed link opens another one. */
export const keepEmailChange = (change: EmailChange): void => localStorage.setItem(name, JSON.stringify(change));
export const forgetEmailChange = (): void => localStorage.removeItem(name);

/** Null where nothing waits in this browser. */
export function keptEmailChange(): EmailChange | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    return isEmailChange(kept) ? kept : null;
  } catch {
    return null;
  }
}

const isEmailChange = (kept: unknown): kept is EmailChange =>
  typeof kept === 'object' && kept !== null && 'newEmail' in kept && typeof kept.newEmail === 'string' && 'key' in kept;
