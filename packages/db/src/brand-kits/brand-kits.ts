import type { BrandKit } from '@tenbin/brand';

export interface BrandDraft {
  readonly kit: BrandKit;
  /** Counts its changes, so that nobody writes over what they have not seen. */
  readonly revision: number;
  /** An administrator's id. */
  readonly changedBy: string;
  readonly changedAt: Date;
  /** In its address, which shows it until then. */
  readonly token: string;
  readonly shownUntil: Date;
}

/** By which a draft is known again: after one that was published or discarded the next counts from 1, under another token. */
export type SeenDraft = Pick<BrandDraft, 'revision' | 'token'>;

export interface BrandVersion {
  /** From 1. */
  readonly number: number;
  readonly kit: BrandKit;
  readonly note: string;
  readonly publishedBy: string;
  readonly publishedAt: Date;
}

/** Of each organization so many versions are kept; older ones are not gone back to. */
export const keptVersions = 50;

/** What an organization changes of its brand: a draft, what was published, and their pictures. */
export interface BrandKits {
  findDraft(): Promise<BrandDraft | null>;
  /**
   * @param seen - the one that it replaces; null: there is none
   * @throws {DomainError} `brandDraftChanged` where it is another one by now; `brandPictureNotFound` where a picture is not stored
   */
  saveDraft(draft: Omit<BrandDraft, 'revision'>, seen: SeenDraft | null): Promise<BrandDraft>;
  /** @throws {DomainError} `brandDraftChanged` */
  discardDraft(seen: SeenDraft): Promise<void>;
  /**
   * Shows the draft to everybody, as a version of its own; there is no draft then.
   *
   * @throws {DomainError} `brandDraftChanged`, `brandPictureNotFound`
   */
  publish(seen: SeenDraft, how: Pick<BrandVersion, 'note' | 'publishedBy' | 'publishedAt'>): Promise<BrandVersion>;
  /** Newest first. */
  listVersions(page: { readonly offset: number; readonly limit: number }): Promise<BrandVersion[]>;
  findVersion(number: number): Promise<BrandVersion | null>;
  /** Stores a picture under the hash of its bytes; what nothing shows is removed some time after it was given. */
  addPicture(picture: { readonly hash: string; readonly bytes: Uint8Array; readonly givenAt: Date }): Promise<void>;
  findPicture(hash: string): Promise<Uint8Array | null>;
}
