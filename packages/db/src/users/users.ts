import type { ActionFlag, Language } from '@tenbin/accounts';

export interface User {
  readonly id: string;
  /** As its owner writes it; unique in the organization whatever its case. */
  readonly email: string;
  /** Argon2 text. */
  readonly passwordHash: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phoneNumber: string | null;
  readonly address: string | null;
  /** Short and readable, unique in the organization: what a user tells the support. */
  readonly uid: string;
  readonly language: Language;
  /** Their own code to invite others with. */
  readonly referralCode: string;
  /** Id of the user who invited them. */
  readonly referredBy: string | null;
  readonly actionFlags: readonly ActionFlag[];
  /** When the e-mail was confirmed. */
  readonly verifiedAt: Date | null;
  readonly bannedAt: Date | null;
  readonly lastSignInAt: Date | null;
  readonly createdAt: Date;
}

export interface NewUser {
  /** A new one where none is given. */
  readonly id?: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly language?: Language;
  readonly referredBy?: string | null;
  readonly verifiedAt?: Date | null;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
}

export type UserChanges = Partial<
  Pick<
    User,
    | 'email'
    | 'passwordHash'
    | 'firstName'
    | 'lastName'
    | 'phoneNumber'
    | 'address'
    | 'language'
    | 'verifiedAt'
    | 'bannedAt'
    | 'lastSignInAt'
    | 'referredBy'
  >
>;

export interface UserFilter {
  /** Part of the address, any case. */
  readonly email?: string | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** The users of one organization. */
export interface Users {
  find(id: string): Promise<User | null>;
  /** @throws {DomainError} `userNotFound` */
  require(id: string): Promise<User>;
  /** Any case. */
  findByEmail(email: string): Promise<User | null>;
  findByReferralCode(code: string): Promise<User | null>;
  /** Newest first. */
  list(filter?: UserFilter): Promise<User[]>;
  count(filter?: Pick<UserFilter, 'email'>): Promise<number>;
  /**
   * Makes `uid` and `referralCode`.
   *
   * @throws {DomainError} `emailAlreadyRegistered`
   */
  create(user: NewUser): Promise<User>;
  /** @throws {DomainError} `userNotFound`, `emailAlreadyRegistered` */
  update(id: string, changes: UserChanges): Promise<User>;
  /** Sets a flag; setting it again changes nothing. @throws {DomainError} `userNotFound` */
  addActionFlag(id: string, flag: ActionFlag): Promise<User>;
}
