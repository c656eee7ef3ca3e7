import { useQueryClient } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import type { Brand } from '@tenbin/brand';
import { getOwnBrand, listBrandVersions, type Mapped, type OwnBrand as Reply } from '@tenbin/contract';

export type OwnBrand = Mapped<Reply>;
export type Draft = NonNullable<OwnBrand['draft']>;

/** How many versions are kept. */
export const versionsRead = query(listBrandVersions, { query: { limit: 50 } });

/** As the installation has it. */
export const deliveredOf = ({ delivered }: OwnBrand): Brand => delivered as unknown as Brand;

/** Shows what a call answered with. */
export function useShowBrand(): (next: OwnBrand) => void {
  const queries = useQueryClient();
  return (next) => {
    queries.setQueryData(query(getOwnBrand, {}).queryKey, next);
    void queries.invalidateQueries({ queryKey: versionsRead.queryKey });
  };
}
