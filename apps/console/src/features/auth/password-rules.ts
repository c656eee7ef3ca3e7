/** What a password needs (specification, section 5). */
export const passwordRules = [
  { name: 'ruleLength', met: (password: string) => password.length >= 8 && password.length <= 49 },
  { name: 'ruleUpper', met: (password: string) => /[A-Z]/.test(password) },
  { name: 'ruleLower', met: (password: string) => /[a-z]/.test(password) },
  { name: 'ruleDigit', met: (password: string) => /\d/.test(password) },
] as const;

export const isStrongPassword = (password: string): boolean => passwordRules.every(({ met }) => met(password));

/** Something before and after the @, and a dot in what follows. Whether it exists, the code shows. */
export const isEmail = (text: string): boolean => text.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
