/** How far somebody who was invited has come: each with all that stand before it. */
export const referralStates = ['signedUp', 'verified', 'paid', 'running'] as const;
export type ReferralState = (typeof referralStates)[number];

/** What is shown of them: who has deleted their account has left, however far they had come. */
export const shownReferralStates = [...referralStates, 'left'] as const;
export type ShownReferralState = (typeof shownReferralStates)[number];
