import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { query, useApp, useClient } from '@tenbin/app-kit';
import { addPushBrowser, getPushes } from '@tenbin/contract';
import { useFailureToast } from '@tenbin/ui';
import { useEffect, useState } from 'react';
import { canPush, takeUp } from '../features/notifications/browser-push.ts';
import { forgetPushHere, forgetSignIn, isNewSignIn, isPushedHere } from '../features/notifications/pushed-here.ts';

const mutationKey = ['push-again'];

/**
 * What a browser was told ends with the session that asked for it. Whoever wanted it here, and signs in here again, is told
 * again: nobody would notice that it is missing. A browser that is missing without that was removed, and stays so.
 */
export function PushAgain({ userId }: { userId: string }) {
  const client = useClient();
  const failed = useFailureToast();
  const queries = useQueryClient();
  const { session } = useApp();
  // Not what this page itself begins: while that goes on, the browser is missing still.
  const [wasPushedHere] = useState(() => isPushedHere(userId));
  const isWanted = session.view() === null && wasPushedHere && canPush() && Notification.permission === 'granted';
  const read = query(getPushes, {});
  const pushes = useQuery({ ...read, enabled: isWanted });
  const isMissing = pushes.data && !pushes.data.browsers.some(({ isThis }) => isThis);
  const publicKey = pushes.data?.publicKey;
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async (key: string) => {
      const given = await takeUp(key);
      return given && client.call(addPushBrowser, { body: given });
    },
    // Only once it is known to be there: what is drawn anew meanwhile finds it missing.
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: read.queryKey });
      forgetSignIn();
    },
    onError: (error) => failed(error),
  });
  useEffect(() => {
    if (!isWanted || publicKey === undefined) return;
    if (!isMissing) forgetSignIn();
    else if (!isNewSignIn()) forgetPushHere();
    else if (queries.isMutating({ mutationKey }) === 0) mutate(publicKey);
  }, [isWanted, isMissing, publicKey, queries, mutate]);
  return null;
}
