import type { Language, OperatorRole, OrganizationRole, StaffRole } from '@tenbin/accounts';

/** Somebody who signs in to manage an organization, or the platform. */
export interface StaffMember<Role extends StaffRole = StaffRole> {
  readonly id: string;
  /** As its owner writes it; unique, whatever its case. */
  readonly email: string;
  /** Argon2 text; null: invited, and has not chosen a password yet. */
  readonly passwordHash: string | null;
  readonly role: Role;
  /** Of the mails to them. */
  readonly language: Language;
  readonly createdAt: Date;
}

export type NewStaffMember<Role extends StaffRole = StaffRole> = Pick<StaffMember<Role>, 'email' | 'role'> & {
  readonly passwordHash: string;
};

/** What somebody was mailed to choose a password with. */
export interface PasswordLink {
  readonly administratorId: string;
  readonly tokenHash: string;
  readonly expiresAt: Date;
}

/** The administrators of one organization, or the operators of the platform. */
export interface Staff<Role extends StaffRole = StaffRole> {
  find(id: string): Promise<StaffMember<Role> | null>;
  /** Any case. */
  findByEmail(email: string): Promise<StaffMember<Role> | null>;
  count(): Promise<number>;
  /** @returns false where there is nobody of this id */
  setPassword(id: string, passwordHash: string): Promise<boolean>;
  /** @throws {DomainError} `emailTaken` */
  create(member: NewStaffMember<Role>): Promise<StaffMember<Role>>;
  /** By address. */
  list(): Promise<StaffMember<Role>[]>;
  /** All of them, each locked until the transaction ends: who is there, and as what, stands still meanwhile. */
  lockAll(): Promise<StaffMember<Role>[]>;
  /**
   * Locks their row until the transaction ends.
   *
   * @returns whether the password that was compared is still theirs
   */
  lock(member: Pick<StaffMember, 'id' | 'passwordHash'>): Promise<boolean>;
  /** Somebody without a password. @throws {DomainError} `emailTaken` */
  invite(member: Pick<StaffMember<Role>, 'email' | 'role' | 'language'>): Promise<StaffMember<Role>>;
  setRole(id: string, role: Role): Promise<void>;
  setLanguage(id: string, language: Language): Promise<void>;
  /** They manage nothing any more, and their address is free; their name stays. */
  remove(id: string): Promise<void>;
  /** Of these, those who left too: by id, their address. */
  /** Whoever has an address, or had it when they were removed. */
  idsOf(email: string): Promise<string[]>;
  emailsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** In the place of the link before. */
  putLink(link: PasswordLink): Promise<void>;
  findLink(tokenHash: string): Promise<PasswordLink | null>;
  /** Uses a link up. @returns whether it was there and good at that moment: of two uses at once only one succeeds */
  takeLink(link: Pick<PasswordLink, 'administratorId' | 'tokenHash'>, at: Date): Promise<boolean>;
  removeLink(administratorId: string): Promise<void>;
}

export type AdministratorRow = StaffMember<OrganizationRole>;
export type Administrators = Staff<OrganizationRole>;
export type OperatorRow = StaffMember<OperatorRole>;
export type Operators = Staff<OperatorRole>;
