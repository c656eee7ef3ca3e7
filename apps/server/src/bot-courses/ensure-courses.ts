import { type BrandsShown, brandOfOrganization } from '@tenbin/brand';
import type { Database } from '@tenbin/db';
import { usualCourses } from './usual-courses.ts';

const nothing = { ja: '', en: '' } as const;

/** Gives every organization that has no course yet the usual three: a trial is whole from its first start. */
export async function ensureCourses(database: Database, shown: BrandsShown): Promise<void> {
  for (const organization of await database.platform.organizations.list()) {
    const { botCourses } = database.forOrganization(organization.id);
    if ((await botCourses.list()).length > 0) continue;
    const courses = usualCourses(brandOfOrganization(organization, shown));
    await botCourses.replace(courses.map((course) => ({ ...course, title: nothing, description: nothing })));
  }
}
