import type { StandInPlan } from './books.ts';

/** Where the payer agrees or declines. */
export function approvalPage({ plan, token, firstCharge }: { plan: StandInPlan; token: string; firstCharge: Date | null }): string {
  const charge = firstCharge === null ? 'today' : `on ${firstCharge.toISOString().slice(0, 10)}`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Stand-in for PayPal</title>
<body style="font-family: system-ui; max-width: 28rem; margin: 3rem auto; padding: 0 1rem">
<h1>Stand-in for PayPal</h1>
<p>No money moves here. You subscribe to <strong>${inHtml(plan.name)}</strong>: ¥${plan.price} each month, first ${charge}; installation ¥${plan.setupFee}.</p>
<form method="post">
<input type="hidden" name="ba_token" value="${inHtml(token)}">
<button name="answer" value="agree">Agree and subscribe</button>
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
