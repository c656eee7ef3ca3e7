export const accountBanners = [
  'paymentRequired',
  'paymentFailed',
  'paymentTriedAgain',
  'tradingVolumeLimitReached',
  'tradingVolumeNearLimit',
  'botSetupRequired',
] as const;
export const botBanners = ['autoRebalanceFailed', 'orderPermission', 'orderAmountOrRange', 'orderBelowMinimum', 'botStopped'] as const;
/** Every banner by the name of its words. */
export const bannerKinds = [...accountBanners, ...botBanners] as const;
