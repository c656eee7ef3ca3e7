import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { query, useApp, useClient } from '@tenbin/app-kit';
import { addPushBrowser, getPushes } from '@tenbin/contract';
import { useFailureToast } from '@tenbin/ui';
import { useEffect } from 'react';
import { canPush, takeUp } from '../features/notifications/browser-push.ts';
import { isToldHere } from '../features/notifications/told-here.ts';

/**
 * What a browser was told ends with the session that asked for it. Whoever wanted it here, and signs in here again, is told
 * again: nobody would notice that it is missing.
 */
export function PushAgain({ userId }: { userId: string }) {
  const client = useClient();
  const failed = useFailureToast();
  const queries = useQueryClient();
  const { session } = useApp();
  const isWanted = session.view() === null && isToldHere(userId) && canPush() && Notification.permission === 'granted';
  const read = query(getPushes, {});
  const pushes = useQuery({ ...read, enabled: isWanted });
  const publicKey = pushes.data?.browsers.some(({ isThis }) => isThis) ? undefined : pushes.data?.publicKey;
  const { mutate } = useMutation({
    mutationFn: async (key: string) => {
      const given = await takeUp(key);
      return given && client.call(addPushBrowser, { body: given });
    },
    onError: (error) => failed(error),
    onSettled: () => queries.invalidateQueries({ queryKey: read.queryKey }),
  });
  useEffect(() => {
    if (isWanted && publicKey !== undefined) mutate(publicKey);
  }, [isWanted, publicKey, mutate]);
  return null;
}
