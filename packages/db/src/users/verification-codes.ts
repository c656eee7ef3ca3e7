export type CodePurpose = 'changeEmail' | 'resetPassword';

/** A code or token that was mailed. Only its hash is kept; one per user and purpose. */
export interface VerificationCode {
  readonly userId: string;
  readonly purpose: CodePurpose;
  readonly codeHash: string;
  /** What it is for: the new address of `changeEmail`. */
  readonly target: string | null;
  /** How often it was tried. */
  readonly tries: number;
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

export interface VerificationCodes {
  find(userId: string, purpose: CodePurpose): Promise<VerificationCode | null>;
  findByHash(purpose: CodePurpose, codeHash: string): Promise<VerificationCode | null>;
  /** Puts it in the place of the user's earlier one of that purpose; tries start at 0. */
  replace(code: Omit<VerificationCode, 'tries'>): Promise<void>;
  /**
   * Counts a try before the code is compared, so that parallel guesses are counted too.
   *
   * @returns the code with the try counted; null where there is none
   */
  countTry(userId: string, purpose: CodePurpose): Promise<VerificationCode | null>;
  /** Uses a token up. @returns whether it was there and good at that moment: of two uses at once only one succeeds */
  take(code: Pick<VerificationCode, 'userId' | 'purpose' | 'codeHash'>, at: Date): Promise<boolean>;
  /** @returns whether it was there: of two uses at once only one succeeds */
  remove(userId: string, purpose: CodePurpose): Promise<boolean>;
  removeAll(userId: string): Promise<void>;
}
