import type { Language } from '@tenbin/accounts';
import type { TrialLevel, TrialVenueView } from '../../context.ts';
import type { FaultField } from './fault-form.ts';
import { escapeHtml, trialPage } from './trial-page.ts';
import { venueWords } from './venue-words.ts';

type Words = (typeof venueWords)[Language];

interface PageSettings {
  readonly language: Language;
  readonly faultFields: Readonly<Record<string, readonly string[]>>;
  /** Why the fault that was just asked for was refused. */
  readonly refused: readonly string[];
}

/** The trial's exchange for people: prices, books, accounts and what goes wrong on purpose, with a form for that. No script, no secret. */
export function venuePage(view: TrialVenueView, { language, faultFields, refused }: PageSettings): string {
  const words = venueWords[language];
  const now = new Date(view.now).toLocaleString(language, { timeZone: language === 'ja' ? 'Asia/Tokyo' : 'UTC', timeZoneName: 'short' });
  const body = [
    `<h1>${words.title}</h1>`,
    `<p>${escapeHtml(words.about(view.feed, view.speed, now))} <a href="/trial/venue">${words.reload}</a></p>`,
    refused.length === 0 ? '' : complaint(words, refused),
    `<h2 id="faults">${words.faults}</h2>`,
    armedFaults(view, words),
    faultForm(view, words, faultFields),
    `<h2>${words.prices}</h2>`,
    table(
      words.prices,
      [words.pair, words.last, words.bids, words.asks],
      view.markets.map(({ pair, last, bids, asks }) => [escapeHtml(pair), escapeHtml(last), levels(bids), levels(asks)]),
    ),
    `<h2>${words.accounts}</h2>`,
    accounts(view, words),
  ];
  return trialPage({ language, title: words.title, body: body.filter((part) => part !== '').join('\n') });
}

const complaint = (words: Words, refused: readonly string[]): string =>
  `<div role="alert"><p>${words.refused}</p><ul>${refused.map((problem) => `<li>${escapeHtml(problem)}</li>`).join('')}</ul></div>`;

function armedFaults({ faults: { armed, struck } }: TrialVenueView, words: Words): string {
  const counts = Object.entries(struck).map(([type, count]) => `${escapeHtml(typeName(words, type))}: ${count}`);
  const sofar = counts.length === 0 ? '' : `<p>${words.sofar}: ${counts.join(', ')}</p>`;
  if (armed.length === 0) return `<p>${words.noFaults}</p>${sofar}`;
  const rows = armed.map(({ id, fault: { type, ...details }, struck: strikes }) => [
    escapeHtml(typeName(words, type)),
    escapeHtml(describeDetails(details)),
    String(strikes),
    clearForm(id, words.clear, `${words.clear}: ${typeName(words, type)}`),
  ]);
  return `${table(words.faults, [words.fault, words.details, words.struck, ''], rows)}${clearForm(null, words.clearAll)}${sofar}`;
}

const typeName = (words: Words, type: string): string =>
  Object.hasOwn(words.types, type) ? words.types[type as keyof Words['types']] : type;

function describeDetails({ where, ...rest }: Readonly<Record<string, unknown>>): string {
  const all = { ...rest, ...(typeof where === 'object' ? where : {}) };
  return Object.entries(all)
    .filter(([name, value]) => !['seed', 'hangUp'].includes(name) && !(name === 'probability' && value === 1))
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ');
}

const clearForm = (id: string | null, label: string, spoken = label): string =>
  `<form method="post" action="/trial/venue/faults/clear">${
    id === null ? '' : `<input type="hidden" name="id" value="${escapeHtml(id)}">`
  }<button aria-label="${escapeHtml(spoken)}">${label}</button></form>`;

function faultForm({ accounts: all, markets }: TrialVenueView, words: Words, faultFields: PageSettings['faultFields']): string {
  const any = ['', words.any] as const;
  const named = (names: Readonly<Record<string, string>>) => Object.entries(names);
  const pairs = markets.map(({ pair }) => [pair, pair] as const);
  const fields = [
    select(
      words,
      'type',
      Object.keys(faultFields).map((type) => [type, typeName(words, type)]),
    ),
    select(words, 'account', [any, ...all.map(({ id, key }) => [id, `${id} (${key})`] as const)]),
    select(words, 'pair', [any, ...pairs]),
    select(words, 'call', [any, ...named(words.calls)]),
    numberField(words, 'times', '1'),
    numberField(words, 'ms', '1000'),
    numberField(words, 'lots', '1'),
    numberField(words, 'status', '503'),
    numberField(words, 'retryAfterSeconds', '5'),
    select(words, 'streams', named(words.streams)),
    textField(words, 'currency', 'USDT'),
    textField(words, 'amount', '-1'),
    select(words, 'state', named(words.states)),
    textField(words, 'tickSize', ''),
    textField(words, 'lotSize', ''),
    textField(words, 'minimumAmount', ''),
    textField(words, 'minimumNotional', ''),
    numberField(words, 'digits', '8'),
    select(words, 'selfTradePrevention', [['', '–'], ...named(words.selfTradePreventions)]),
    textField(words, 'discount', '0.25'),
    textField(words, 'key', ''),
    check(words, 'accepted'),
    check(words, 'coded'),
  ];
  return `<h3>${words.inject}</h3>
<p id="hint">${words.hint}</p>
<form class="fields" method="post" action="/trial/venue/faults" aria-describedby="hint">
${fields.join('\n')}
<button>${words.inject}</button>
</form>`;
}

type Choice = readonly [value: string, label: string];

function select(words: Words, name: 'type' | FaultField, choices: readonly Choice[]): string {
  const options = choices.map(([value, label]) => `<option value="${escapeHtml(value)}">${escapeHtml(label)}</option>`).join('');
  return `<label>${words.fields[name]}<select name="${name}">${options}</select></label>`;
}

const numberField = (words: Words, name: FaultField, value: string): string =>
  `<label>${words.fields[name]}<input name="${name}" inputmode="numeric" pattern="[0-9]*" value="${value}"></label>`;

const textField = (words: Words, name: FaultField, value: string): string =>
  `<label>${words.fields[name]}<input name="${name}" autocomplete="off" value="${value}"></label>`;

const check = (words: Words, name: FaultField): string =>
  `<label class="check"><input type="checkbox" name="${name}" value="1">${words.fields[name]}</label>`;

function accounts({ accounts: all }: TrialVenueView, words: Words): string {
  if (all.length === 0) return `<p>${words.noAccounts}</p>`;
  const rows = all.map(({ id, key, balances, openOrders, trades }) => [
    escapeHtml(id),
    escapeHtml(key),
    Object.entries(balances)
      .map(([currency, { free, locked }]) => escapeHtml(`${currency} ${free} (${locked})`))
      .join('<br>'),
    String(openOrders),
    String(trades),
  ]);
  return table(words.accounts, [words.account, words.key, words.balances, words.openOrders, words.trades], rows);
}

const levels = (side: readonly TrialLevel[]): string =>
  side.map(({ price, amount }) => escapeHtml(`${price} × ${amount}`)).join('<br>') || '–';

/** A table that scrolls by itself where it is too wide, with the keyboard too. @param rows - HTML */
function table(label: string, headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = headings.map((heading) => (heading === '' ? '<td></td>' : `<th scope="col">${heading}</th>`)).join('');
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n');
  return `<div class="wide" role="region" tabindex="0" aria-label="${label}"><table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table></div>`;
}
