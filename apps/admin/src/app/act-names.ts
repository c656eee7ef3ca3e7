import { useActNames as useNames } from '@tenbin/app-kit/staff';
import { actsOfPlatform } from './acts-of-platform.ts';

/** What stands in an organization's log, in words. */
export const useActNames = () => useNames(actsOfPlatform);
