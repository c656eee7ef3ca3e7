import type { OperatorRole, OrganizationRole, StaffRole } from '@tenbin/accounts';

/** Somebody who signs in to manage an organization, or the platform. */
export interface StaffMember<Role extends StaffRole = StaffRole> {
  readonly id: string;
  /** As its owner writes it; unique, whatever its case. */
  readonly email: string;
  /** Argon2 text. */
  readonly passwordHash: string;
  readonly role: Role;
  readonly createdAt: Date;
}

export type NewStaffMember<Role extends StaffRole = StaffRole> = Pick<StaffMember<Role>, 'email' | 'passwordHash' | 'role'>;

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
}

export type Administrators = Staff<OrganizationRole>;
export type Operators = Staff<OperatorRole>;
