import type { ActionFlag, Language, MailTopic, PushTopic } from '@tenbin/accounts';

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
  /** For referrals only: it may not run bots. */
  readonly isAffiliate: boolean;
  readonly actionFlags: readonly ActionFlag[];
  /** What they do not want to be mailed of. */
  readonly mutedMails: readonly MailTopic[];
  /** What their browsers are not to tell. */
  readonly mutedPushes: readonly PushTopic[];
  /** When the e-mail was confirmed. */
  readonly verifiedAt: Date | null;
  readonly bannedAt: Date | null;
  /** Nothing of them is left but what books refer to. */
  readonly deletedAt: Date | null;
  readonly lastSignInAt: Date | null;
  /** Hashes of the programs that they signed in with, the latest last. */
  readonly knownDevices: readonly string[];
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
    | 'isAffiliate'
  >
>;

export interface UserFilter {
  /** Part of the address, any case. */
  readonly email?: string | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** What became of somebody who was invited. */
export interface Referral {
  readonly createdAt: Date;
  readonly isVerified: boolean;
  /** For any of their subscriptions, at least once. */
  readonly hasPaid: boolean;
  /** At least one of their bots is on. */
  readonly isRunning: boolean;
  /** Their account was deleted; how far they had come still counts. */
  readonly hasLeft: boolean;
}

/** The users of one organization. */
export interface Users {
  find(id: string): Promise<User | null>;
  /** @throws {DomainError} `userNotFound` */
  require(id: string): Promise<User>;
  /** Any case. */
  findByEmail(email: string): Promise<User | null>;
  /** Of these, by id, their address. */
  emailsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  findByReferralCode(code: string): Promise<User | null>;
  /** Whom a user invited, newest first: those who have not confirmed their address yet among them. */
  listReferrals(id: string): Promise<Referral[]>;
  /** Newest first. */
  list(filter?: UserFilter): Promise<User[]>;
  count(filter?: Pick<UserFilter, 'email'>): Promise<number>;
  /**
   * Makes `uid` and `referralCode`.
   *
   * @throws {DomainError} `emailTaken`
   */
  create(user: NewUser): Promise<User>;
  /** @throws {DomainError} `userNotFound`, `emailTaken` */
  update(id: string, changes: UserChanges): Promise<User>;
  /**
   * Locks their row until the transaction ends; before any row of theirs, so that nobody waits in a circle.
   *
   * @returns whether the password that was compared is still theirs
   */
  lock(user: Pick<User, 'id' | 'passwordHash'>): Promise<boolean>;
  /** Puts a password in the place of the one that was compared. @returns whether that was still theirs */
  replacePassword(user: Pick<User, 'id' | 'passwordHash'>, passwordHash: string): Promise<boolean>;
  /**
   * Notes a sign-in, unless the password was changed since it was compared.
   *
   * @returns null where it was changed
   */
  noteSignIn(user: Pick<User, 'id' | 'passwordHash'>, signIn: Pick<User, 'knownDevices'> & { readonly at: Date }): Promise<User | null>;
  /**
   * Deletes what is known of them: their address may sign up again. The row stays for what refers to it, suspended and found by
   * no list, address or code; that they came by an invitation, and had confirmed their address, stays true for whoever invited them.
   */
  forget(id: string, at: Date): Promise<void>;
  /** Sets a flag; setting it again changes nothing. @throws {DomainError} `userNotFound` */
  addActionFlag(id: string, flag: ActionFlag): Promise<User>;
  /** Whether they are mailed of it; saying it again changes nothing. @throws {DomainError} `userNotFound` */
  setMailWanted(id: string, topic: MailTopic, isWanted: boolean): Promise<User>;
  setPushWanted(id: string, topic: PushTopic, isWanted: boolean): Promise<User>;
}
