import { type Brand, type BrandsShown, brandOfOrganization } from '@tenbin/brand';
import type { BotCourse, Database } from '@tenbin/db';

type Course = Pick<BotCourse, 'type' | 'strategy'>;

const main = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
const ripple = ['BTC/USDT', 'XRP/USDT', 'XRP/BTC'];
const cot = ['BTC/USDT', 'COT/USDT', 'COT/BTC'];

/** Widths of 1, 2 and 1 %, the last one of a currency that moves more. The words are the product's own. */
export const defaultCourses = ({ features: { requiredCot } }: Brand): readonly Course[] => [
  { type: 'basic', strategy: { kind: 'balancing', pairs: requiredCot ? cot : main, delta: 0.005 } },
  { type: 'balance', strategy: { kind: 'balancing', pairs: requiredCot ? cot : main, delta: 0.01 } },
  { type: 'challenge', strategy: { kind: 'balancing', pairs: requiredCot ? cot.slice(1) : ripple, delta: 0.005 } },
];

const nothing = { ja: '', en: '' } as const;

/** Gives every organization that has no course yet the default three: a trial is whole from its first start. */
export async function ensureCourses(database: Database, shown: BrandsShown): Promise<void> {
  for (const organization of await database.platform.organizations.list()) {
    const { botCourses } = database.forOrganization(organization.id);
    if ((await botCourses.list()).length > 0) continue;
    const courses = defaultCourses(brandOfOrganization(organization, shown));
    await botCourses.replace(courses.map((course) => ({ ...course, title: nothing, description: nothing })));
  }
}
