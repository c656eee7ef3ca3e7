import type { Action } from '@tenbin/messages';
import { useI18n } from '@tenbin/ui';
import { useText } from './text.ts';

/** What no organization's log has. */
const ofPlatform: ReadonlySet<string> = new Set<Action>([
  'signInOperatorWithFactor',
  'signInOperatorWithPasskey',
  'resetOperatorPassword',
  'changeOperatorPassword',
  'updateOperatorSelf',
  'endOperatorSession',
  'endOtherOperatorSessions',
  'setUpOperatorAuthenticator',
  'addOperatorAuthenticator',
  'removeOperatorAuthenticator',
  'renewOperatorRecoveryCodes',
  'setUpOperatorPasskey',
  'addOperatorPasskey',
  'renameOperatorPasskey',
  'removeOperatorPasskey',
  'inviteOperator',
  'resendOperatorInvitation',
  'updateOperator',
  'removeOperator',
  'suspendOrganization',
  'liftSuspension',
  'updateOfferedPlan',
  'updateOfferedFeature',
  'updateOfferedOption',
  'calculateOrganizationBill',
  'settleOrganizationBill',
  'setBillIssuer',
  'setUsdRate',
  'downloadPlatformAudit',
  'listPlatformUsers',
  'listUsersOfOrganization',
  'getPlatformUser',
  'listPlatformBots',
  'listBotOrders',
  'getPlatformBot',
  'listPlatformAudit',
  'getPerformanceOfPlatformBot',
  'listRecordsOfPlatformBot',
  'countRecordsOfPlatformBot',
  'getResultOfPlatformBot',
  'getVolumeOfPlatformBot',
  'listOrdersOfPlatformBot',
  'getOrderTruthOfPlatformBot',
  'listTimelineOfPlatformBot',
  'countTimelineOfPlatformBot',
  'listCandlesOfPlatformBot',
  'listCandleFillsOfPlatformBot',
  'getBalanceTransitionOfPlatformBot',
  'checkBalanceOfPlatformBot',
  'listRebalancesOfPlatformBot',
  'signInOperator',
  'signOutOperator',
  'createOrganization',
  'createVirtualAccount',
  'increaseVirtualBalance',
  'transferVirtualBalance',
  'createVirtualOrder',
  'cancelVirtualOrder',
  'reverseMovement',
  'freezeVirtualAccount',
  'startVirtualBot',
  'stopVirtualBot',
  'startSpreadBot',
  'stopSpreadBot',
  'startCalculateOrderBot',
  'stopCalculateOrderBot',
  'deleteVirtualAccount',
  'stopBotsOfPlatform',
  'makeTestBots',
  'startTestBots',
  'stopTestBots',
  'removeTestBots',
  'retireTrialAccount',
  'createOperator',
  'setUserPassword',
  'setAdministratorPassword',
  'setOperatorPassword',
  'removeFactors',
  'forgetLostSecrets',
  'dropAuditMonths',
  'afterRestore',
]);

/** What acts are called, and what they were refused with; what a newer server knows besides is called as the API does. */
export function useActNames() {
  const actionText = useText('actions');
  const factText = useText('factNames');
  const refusalText = useText('refusals');
  const i18n = useI18n();
  const language = i18n.resolvedLanguage ?? 'ja';
  const has = (file: 'actions' | 'factNames' | 'refusals', key: string): boolean =>
    Object.hasOwn(i18n.getResourceBundle(language, file) ?? {}, key);
  const nameOf = (action: string): string => (has('actions', action) ? actionText(action as Action) : action);
  return {
    nameOf,
    /** Of one of many of a kind, 'light.primary', the kind has the name. */
    factOf: (fact: string): string => {
      const [kind = '', ...rest] = fact.split('.');
      return has('factNames', kind) ? [factText(kind as 'name'), ...rest].join(' · ') : fact;
    },
    refusalOf: (code: string): string => (has('refusals', code) ? refusalText(code) : code),
    /** By name. */
    options: Object.keys(i18n.getResourceBundle(language, 'actions') ?? {})
      .filter((action) => !ofPlatform.has(action))
      .map((action) => ({ value: action, name: nameOf(action) }))
      .sort((a, b) => a.name.localeCompare(b.name, language)),
  };
}
