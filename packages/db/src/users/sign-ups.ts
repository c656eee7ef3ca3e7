import type { Language } from '@tenbin/accounts';

/** Somebody who signed up and has not entered the mailed code yet. */
export interface SignUp {
  /** Another one for each sign-up; the user's, once there is one. */
  readonly id: string;
  readonly email: string;
  /** Argon2 text. */
  readonly passwordHash: string;
  /** Of what the browser that signed up was given. */
  readonly ticketHash: string;
  readonly language: Language;
  /** Id of the user who invited them. */
  readonly referredBy: string | null;
  /** Null: no code opens it. */
  readonly codeHash: string | null;
  /** Null where none has been asked for. */
  readonly codeExpiresAt: Date | null;
  /** How often the code was tried. */
  readonly tries: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export type NewSignUp = Omit<SignUp, 'id' | 'tries'>;

/** The sign-ups of one organization. One for each address, also for one that is a user's: whether it is, only its owner is told. */
export interface SignUps {
  /** Puts it in the place of an earlier one of the address, with whose password, ticket and code nothing can be done any more. */
  replace(signUp: NewSignUp): Promise<SignUp>;
  /** Any case. @param at - one that has expired by then is not there */
  findByEmail(email: string, at: Date): Promise<SignUp | null>;
  /** @param at - one that has expired by then is not there */
  find(id: string, at: Date): Promise<SignUp | null>;
  /** Of addresses that nobody has yet, newest first. @param page - `email`: part of the address, any case */
  list(page: {
    readonly at: Date;
    readonly email?: string | undefined;
    readonly offset: number;
    readonly limit: number;
  }): Promise<SignUp[]>;
  /** How many there are of those. */
  count(found: { readonly at: Date; readonly email?: string | undefined }): Promise<number>;
  /** Another code, not tried yet. @returns whether the sign-up is still there */
  setCode(id: string, code: Pick<SignUp, 'codeHash' | 'codeExpiresAt'>): Promise<boolean>;
  /**
   * Counts a try before the code is compared, so that parallel guesses are counted too.
   *
   * @returns the sign-up with the try counted; null where it is not there any more
   */
  countTry(id: string): Promise<SignUp | null>;
  /** @returns whether it was there: of two uses at once only one succeeds */
  remove(id: string): Promise<boolean>;
}

/** All organizations' sign-ups: the platform's. */
export interface AllSignUps {
  /** @returns how many were removed */
  removeExpired(at: Date): Promise<number>;
}
