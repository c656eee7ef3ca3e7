/** Somebody who signs in to manage an organization, or the platform. */
export interface StaffMember {
  readonly id: string;
  /** As its owner writes it; unique, whatever its case. */
  readonly email: string;
  /** Argon2 text. */
  readonly passwordHash: string;
  readonly createdAt: Date;
}

export type NewStaffMember = Pick<StaffMember, 'email' | 'passwordHash'>;

/** The administrators of one organization, or the operators of the platform. */
export interface Staff {
  find(id: string): Promise<StaffMember | null>;
  /** Any case. */
  findByEmail(email: string): Promise<StaffMember | null>;
  count(): Promise<number>;
  /** @returns false where there is nobody of this id */
  setPassword(id: string, passwordHash: string): Promise<boolean>;
  /** @throws {DomainError} `emailAlreadyRegistered` */
  create(member: NewStaffMember): Promise<StaffMember>;
}
