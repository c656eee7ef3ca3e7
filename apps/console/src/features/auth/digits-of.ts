/** The digits of a code. Also understands what a mail program adds: full-width digits, spaces, dashes. */
export const digitsOf = (pasted: string): string => pasted.normalize('NFKC').replace(/\D/g, '').slice(0, 6);
