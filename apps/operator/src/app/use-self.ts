import { useQuery } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import { getOperatorSelf } from '@tenbin/contract';

/** Who is signed in, and in which role. */
export const useSelf = () => useQuery(query(getOperatorSelf, {}));

/** An observer reads only; the server decides again. */
export const useMayOperate = (): boolean => useSelf().data?.role === 'operator';
