const name = 'told-here';

/** The user who wants to be told in this browser, also after they signed in anew. */
export const isToldHere = (userId: string): boolean => localStorage.getItem(name) === userId;
export const keepToldHere = (userId: string): void => localStorage.setItem(name, userId);
export const forgetToldHere = (): void => localStorage.removeItem(name);
