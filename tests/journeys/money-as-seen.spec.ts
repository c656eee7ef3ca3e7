/** Money as it is seen and printed, beside what the exchange's own rows make: the first card in yen, and statements as PDF. */
import { expect, type Page, test } from '@playwright/test';
import { type CardInYen, type StatedPart, withPlayedMonths } from '../two-months/played-months.ts';
import { textOfPdf } from './pdf-text.ts';
import { languageOf, speak } from './say.ts';

const { language, locale, say } = speak('console', languageOf('en'));
test.use({ locale });

/** As people read it: `decimals` of them always, or as many as there are. */
function printed(amount: string, { decimals = 0, signed = false }: { decimals?: number; signed?: boolean } = {}): string {
  const [whole = '', rest = ''] = amount.replace('-', '').split('.');
  const fraction = rest.padEnd(decimals, '0');
  const sign = amount.startsWith('-') ? '−' : signed && Number(amount) !== 0 ? '+' : '';
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction && `.${fraction}`}`;
}

const numberIn = (text: string): number => Number(text.replace('−', '-').replaceAll(/[^-\d.]/g, ''));
const unspaced = (text: string): string => text.replaceAll(/\s/g, '');

/** A bot's card, in whole yen. What was earned is told in USD with its last decimal uncertain. */
async function expectCard(page: Page, url: string, { botId, rate, ...made }: CardInYen): Promise<void> {
  await page.goto(`${url}/?bot=${botId}`);
  const card = page.getByRole('region', { name: say.dashboard('money') });
  await card.getByLabel(say.dashboard('moneyIn'), { exact: true }).selectOption('JPY');
  await expect(card.getByText(say.dashboard('yenRate', { rate: rate.toFixed(2) }))).toBeVisible();
  const figure = async (name: string) => numberIn(await card.locator('dt', { hasText: name }).locator('+ dd').innerText());
  const names = {
    ...{ worth: say.dashboard('worthAtStop'), change: say.dashboard('sinceStart'), trading: say.dashboard('byTrading') },
    ...{ fees: say.dashboard('byFees'), price: say.dashboard('byPrice'), againstHolding: say.dashboard('againstHolding') },
  };
  for (const [part, name] of Object.entries(names)) {
    const value = made[part as keyof typeof names];
    const least = 0.500_001 + (part === 'trading' || part === 'price' ? 0.00015 * rate : 0);
    const shown = await figure(name);
    expect(Math.abs(shown - value), `${name}: ${shown} is shown, ${value} was made`).toBeLessThan(least);
  }
}

const nameOf = ({ title }: StatedPart): string => title ?? say.statement('total');
const heads = ['currency', 'opening', 'flows', 'traded', 'fees', 'rounding', 'closing'] as const;

/** What stands on paper of a part, line by line. */
function sectionOf(lines: readonly string[], part: StatedPart, all: readonly StatedPart[]): readonly string[] {
  const begins = (one: StatedPart) => lines.findIndex((line, at) => line === nameOf(one) && lines[at + 1] === say.statement('opening'));
  const [from, ...later] = [begins(part), ...all.map(begins).filter((at) => at > begins(part)), lines.length] as [number, ...number[]];
  expect(from, `${nameOf(part)} is on paper`).toBeGreaterThan(-1);
  return lines.slice(from, Math.min(...later));
}

function expectSection(section: readonly string[], part: StatedPart): void {
  const money = (name: 'opening' | 'flows' | 'result' | 'closing' | 'fees' | 'volume', amount: string) => {
    const signed = name === 'flows' || name === 'result';
    return `${say.statement(name)}${printed(amount, { decimals: 2, signed })}USD`;
  };
  const { usd, outsideFees, volume, fills, basisPoint, rows } = part;
  const others = outsideFees.map(([coin, fee]) => `${printed(fee)} ${coin}`).join(', ') || say.statement('none');
  const facts = [
    ...(['opening', 'flows', 'result', 'closing', 'fees'] as const).map((name) => money(name, usd[name])),
    `${say.statement('outsideFees')}${others}`,
    money('volume', volume),
    `${say.statement('fills')}${printed(String(fills))}`,
  ];
  const text = unspaced(section.join(''));
  expect(text).toContain(unspaced(nameOf(part) + facts.join('')));
  expect(text).toContain(unspaced(heads.map((head) => say.statement(head)).join('')));
  const profit = besides(section, 'profit', 'bp');
  expect(basisPoint === null, `${nameOf(part)} has a profit in basis points`).toBe(part.title === null);
  if (basisPoint !== null) expect(Math.abs(numberIn(profit) - basisPoint), `${profit} is printed`).toBeLessThan(0.000_051);
  for (const [coin, cells] of Object.entries(rows)) expect(rowOf(section, coin)).toEqual(cells.map((cell) => printed(cell)));
}

/** What stands beside a name, before its unit. A text in two scripts may be in two lines. */
function besides(section: readonly string[], name: 'opening' | 'closing' | 'profit', unit: 'USD' | 'bp'): string {
  const [, rest = ''] = unspaced(section.join('')).split(unspaced(say.statement(name)));
  return rest.slice(0, rest.indexOf(unit));
}

const rowOf = (section: readonly string[], coin: string): readonly string[] => {
  const at = section.indexOf(coin);
  return section.slice(at + 1, at + heads.length);
};

/** In USD and in each currency. */
const bordersOf = (section: readonly string[], { rows }: StatedPart, border: 'opening' | 'closing'): readonly (string | undefined)[] => [
  besides(section, border, 'USD'),
  ...Object.keys(rows).map((coin) => rowOf(section, coin).at(border === 'opening' ? 0 : -1)),
];

test('cards in yen and printed statements say what the exchange’s own rows make, and a month opens with what the last one closed with', async ({
  page,
}) => {
  await withPlayedMonths(async ({ url, key, statements, cards }) => {
    await page.addInitScript(
      ([session, spoken]) => {
        localStorage.setItem('x-user-key', session);
        localStorage.setItem('i18nextLng', spoken);
      },
      [key, language] as const,
    );
    expect(cards).toHaveLength(2);
    for (const card of cards) await expectCard(page, url, card);

    // Whatever money was chosen, a statement is in USD.
    const closed = new Map<string, readonly (string | undefined)[]>();
    expect(statements).toHaveLength(2);
    for (const [at, { month, parts }] of statements.entries()) {
      await page.goto(`${url}/history/statement?month=${month}`);
      for (const part of parts) await expect(page.getByRole('region', { name: nameOf(part) })).toBeVisible();
      const lines = textOfPdf(await page.pdf())
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '');
      expect(parts).toHaveLength(3);
      for (const part of parts) {
        const section = sectionOf(lines, part, parts);
        expectSection(section, part);
        const before = closed.get(nameOf(part));
        expect(before !== undefined, `${month}, ${nameOf(part)}`).toBe(at > 0);
        if (before) expect(bordersOf(section, part, 'opening')).toEqual(before);
        closed.set(nameOf(part), bordersOf(section, part, 'closing'));
      }
      // What acts is for the screen.
      expect(lines).not.toContain(say.statement('print'));
    }
    for (const border of [...closed.values()].flat()) expect(border).toMatch(/^[\d,.]+$/);
  });
});
