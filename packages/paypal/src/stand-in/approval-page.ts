import type { StandInPlan } from './books.ts';

interface Approval {
  readonly plan: StandInPlan;
  readonly token: string;
  /** Null: at once. */
  readonly firstCharge: Date | null;
  /** It is paid for already, by another plan: nothing is installed again. */
  readonly isChange: boolean;
}

/** Where the payer agrees or declines. */
export function approvalPage({ plan, token, firstCharge, isChange }: Approval): string {
  const charge = firstCharge === null ? 'today' : `on ${firstCharge.toISOString().slice(0, 10)}`;
  const installation = isChange ? 'nothing today, and no installation' : `installation ¥${plan.setupFee}`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Stand-in for PayPal</title>
<body style="font-family: system-ui; max-width: 28rem; margin: 3rem auto; padding: 0 1rem">
<h1>Stand-in for PayPal</h1>
<p>No money moves here. You ${isChange ? 'change' : 'subscribe'} to <strong>${inHtml(plan.name)}</strong>: ¥${plan.price} each month, first ${charge}; ${installation}.</p>
<form method="post">
<input type="hidden" name="ba_token" value="${inHtml(token)}">
<button name="answer" value="agree">Agree and ${isChange ? 'change' : 'subscribe'}</button>
<button name="answer" value="decline">Decline</button>
</form>
</body>
</html>`;
}

/** Shown in a window that the button opened, which then closes it. */
export const closingPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Stand-in for PayPal</title>
<body style="font-family: system-ui"><p>Thank you. You can close this window.</p></body>
</html>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const inHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
