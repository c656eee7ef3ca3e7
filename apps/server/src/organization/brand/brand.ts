import { createHash } from 'node:crypto';
import { type BrandKit, checkBrand, contrastPairs, kitOf, pictureAddress, withKit } from '@tenbin/brand';
import {
  addBrandPicture,
  discardBrandDraft,
  getOwnBrand,
  listBrandVersions,
  type OwnBrand,
  publishBrand,
  restoreBrandVersion,
  saveBrandDraft,
} from '@tenbin/contract';
import type { OrganizationDatabase, SeenDraft } from '@tenbin/db';
import { changesOf } from '../../audit/changes-of.ts';
import { draftPage } from '../../brands/draft-tenant.ts';
import { makeLogo } from '../../brands/make-logo.ts';
import type { ServerContext } from '../../context.ts';
import { requireWithin } from '../../limits/limits.ts';
import { makeOrganizationToken } from '../../passwords/organization-token.ts';
import type { Administrator } from '../../route/caller.ts';
import { type Asking, type Implementation, implementForAdministrator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

/** How long a draft's address shows it, after each change. */
const shownMs = 7 * 86_400_000;

const handleGet = implementForAdministrator(getOwnBrand, (asker) => replyOf(asker));

const handleSave = implementForAdministrator(saveBrandDraft, async ({ body: { kit, ...body }, actor, deps, audit }) => {
  await actor.organization.transaction(async (within) => {
    const before = (await within.brandKits.findDraft())?.kit ?? (await shownKit(within, deps));
    const saved = await saveDraft(kit, seenIn(body), within, { actor, deps });
    audit.add({ revision: saved.revision, ...changesOf(valuesOf(before), valuesOf(saved.kit)) });
    await audit.storeIn(within);
  });
  return replyOf({ actor, deps });
});

const handleDiscard = implementForAdministrator(discardBrandDraft, async ({ body, actor, deps, audit }) => {
  await actor.organization.transaction(async (within) => {
    await within.brandKits.discardDraft(body);
    await audit.storeIn(within);
  });
  return replyOf({ actor, deps });
});

const handlePublish = implementForAdministrator(publishBrand, async ({ body: { note, ...seen }, actor, deps, audit }) => {
  await actor.organization.transaction(async (within) => {
    const before = await shownKit(within, deps);
    const how = { note: note.trim(), publishedBy: actor.administratorId, publishedAt: deps.clock.now() };
    const { number, kit } = await within.brandKits.publish(seen, how);
    await requireReadable(kit, within, deps);
    audit.add({ version: number, ...changesOf(valuesOf(before), valuesOf(kit)) });
    if (how.note !== '') audit.because(how.note);
    await audit.storeIn(within);
  });
  deps.organizations.forget();
  return replyOf({ actor, deps });
});

const handleList = implementForAdministrator(listBrandVersions, async ({ query: { skip, limit }, actor: { organization } }) => {
  const versions = await organization.brandKits.listVersions({ offset: skip, limit });
  const emails = await organization.administrators.emailsOf(versions.map(({ publishedBy }) => publishedBy));
  return versions.map(({ number, kit, note, publishedAt, publishedBy }) => ({
    number,
    name: kit.name,
    colours: [kit.theme.light.accent, kit.theme.dark.accent],
    note,
    publishedAt: publishedAt.toISOString(),
    publishedBy: emails.get(publishedBy) ?? null,
  }));
});

const handleRestore = implementForAdministrator(restoreBrandVersion, async ({ body: { version, ...body }, actor, deps, audit }) => {
  await actor.organization.transaction(async (within) => {
    const kit =
      version === 0
        ? kitOf(deps.tenancy.deliveredBrandOf(await within.organization()))
        : (await within.brandKits.findVersion(version))?.kit;
    if (!kit) throw new Refusal('brandVersionNotFound', { facts: { version } });
    const saved = await saveDraft(kit, seenIn(body), within, { actor, deps });
    audit.add({ version, revision: saved.revision });
    await audit.storeIn(within);
  });
  return replyOf({ actor, deps });
});

const handleAddPicture = implementForAdministrator(addBrandPicture, async ({ query: { logo }, raw, actor, deps, audit }) => {
  requireWithin(deps.limits.pictures, actor.organizationId);
  const { bytes, width, height } = await deps.limits.pictureLine.pass('', () => makeLogo(raw, logo));
  const picture = createHash('sha256').update(bytes).digest('hex');
  const { slug } = await actor.organization.transaction(async (within) => {
    await within.brandKits.addPicture({ hash: picture, bytes, givenAt: deps.clock.now() });
    audit.add({ logo, picture, bytesGiven: raw.length, bytes: bytes.length });
    await audit.storeIn(within);
    return within.organization();
  });
  return { picture, address: pictureAddress(slug, picture), width, height };
});

interface Seen {
  readonly revision?: number | null | undefined;
  readonly token?: string | null | undefined;
}

/** A revision without its token is none that anybody saw. */
const seenIn = ({ revision, token }: Seen): SeenDraft | null => (revision == null ? null : { revision, token: token ?? '' });

/** A draft that is there keeps its address, as long as that shows it; each change renews it. */
async function saveDraft(
  kit: BrandKit,
  seen: SeenDraft | null,
  { brandKits }: OrganizationDatabase,
  { actor, deps }: Asking<Administrator>,
) {
  const at = deps.clock.now();
  const before = await brandKits.findDraft();
  const token = before && before.shownUntil > at ? before.token : makeOrganizationToken(actor.organizationId);
  const shownUntil = new Date(at.getTime() + shownMs);
  return brandKits.saveDraft({ kit, token, shownUntil, changedBy: actor.administratorId, changedAt: at }, seen);
}

async function shownKit(within: OrganizationDatabase, { tenancy }: ServerContext): Promise<BrandKit> {
  const organization = await within.organization();
  return organization.brandKit ?? kitOf(tenancy.deliveredBrandOf(organization));
}

/** What goes for the files of brands goes for what is published. @throws {Refusal} `brandHardToRead` */
async function requireReadable(kit: BrandKit, within: OrganizationDatabase, { tenancy }: ServerContext): Promise<void> {
  const organization = await within.organization();
  const weak = contrastPairs(kit.theme).filter(({ isEnough }) => !isEnough);
  const [first] = weak;
  if (first) {
    const { frontColour, backColour, found, needed } = first;
    const pair = `${frontColour} / ${backColour}`;
    throw new Refusal('brandHardToRead', { facts: { pairs: weak.length, pair, found, needed } });
  }
  const check = checkBrand(withKit(tenancy.deliveredBrandOf(organization), kit, organization.slug));
  if (!check.ok) throw new Error(check.problems.map(({ key, says }) => `${key}: ${says}`).join('; '));
}

/** For the audit log: each thing by itself, so that it says what was changed. */
const valuesOf = ({ name, theme, logo, texts, links }: BrandKit) => ({
  name,
  ...under('light', theme.light),
  ...under('dark', theme.dark),
  ...under('logo', logo),
  ...under('textsJa', texts.ja),
  ...under('textsEn', texts.en),
  ...under('link', links),
});

const under = <Name extends string>(name: Name, values: object): Readonly<Record<`${Name}.${string}`, unknown>> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`${name}.${key}`, value])) as Record<`${Name}.${string}`, unknown>;

async function replyOf({ actor, deps }: Asking<Administrator>): Promise<OwnBrand> {
  const { organization: own } = actor;
  const [organization, draft, versions] = await Promise.all([
    own.organization(),
    own.brandKits.findDraft(),
    own.brandKits.listVersions({ offset: 0, limit: 1 }),
  ]);
  const delivered = deps.tenancy.deliveredBrandOf(organization);
  const emails = draft && (await own.administrators.emailsOf([draft.changedBy]));
  return {
    delivered: { ...delivered },
    slug: organization.slug,
    kit: organization.brandKit ?? kitOf(delivered),
    version: versions[0]?.number ?? null,
    draft: draft && {
      kit: draft.kit,
      revision: draft.revision,
      changedAt: draft.changedAt.toISOString(),
      changedBy: emails?.get(draft.changedBy) ?? null,
      address: deps.urlOf(delivered, draftPage(draft.token, '/')),
      token: draft.token,
      shownUntil: draft.shownUntil.toISOString(),
    },
  };
}

export const brandCalls: readonly Implementation[] = [
  handleGet,
  handleSave,
  handleDiscard,
  handleAddPicture,
  handlePublish,
  handleList,
  handleRestore,
];
