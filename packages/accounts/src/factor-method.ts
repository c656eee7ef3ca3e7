/** What may be given beside the password. */
export type FactorMethod = 'authenticator' | 'passkey' | 'recoveryCode';
