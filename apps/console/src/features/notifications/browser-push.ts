import type { addPushBrowser, RouteInput } from '@tenbin/contract';

type Given = NonNullable<RouteInput<typeof addPushBrowser>['body']>;

/** Whether this browser can be told anything while no page is open. */
export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Whether its user has said that this site may not. */
export const isBlocked = (): boolean => Notification.permission === 'denied';

/**
 * Asks the user, and the browser's push service.
 *
 * @param publicKey - whose messages it takes, base64url
 * @returns null where its user does not want it
 */
export async function takeUp(publicKey: string): Promise<Given | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register('/push-worker.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  // One for another key would be refused: it is given up first.
  await (await pushManager.getSubscription())?.unsubscribe();
  const { endpoint, keys } = (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })).toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
}

/** Its push service is told as well. */
export async function giveUp(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration('/push-worker.js');
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
