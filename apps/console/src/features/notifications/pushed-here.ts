/** The key under which browsers have stored it already: whoever opted in by an earlier version stays so. */
const name = 'told-here';
const signInName = 'told-here-again';

/** The user who wants to be told in this browser, also after they signed in anew. */
export const isPushedHere = (userId: string): boolean => localStorage.getItem(name) === userId;
export const forgetPushHere = (): void => localStorage.removeItem(name);
export function rememberPushHere(userId: string): void {
  localStorage.setItem(name, userId);
  forgetSignIn();
}

/** Somebody signed in here, and what the session before was told is not taken up again yet. */
export const isNewSignIn = (): boolean => localStorage.getItem(signInName) !== null;
export const keepSignIn = (): void => localStorage.setItem(signInName, 'yes');
export const forgetSignIn = (): void => localStorage.removeItem(signInName);
