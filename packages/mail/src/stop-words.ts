import type { Language } from '@tenbin/accounts';

/** Why a bot stopped by itself, or could not be started, by its error code. */
const causes = {
  invalidApiKey: {
    ja: ['取引所がAPIキーを受け付けませんでした。', 'APIキーを確認し、登録し直してください。'],
    en: ['The exchange refused the API key.', 'Please check the API key and enter it again.'],
  },
  invalidSecret: {
    ja: ['取引所がAPIシークレットを受け付けませんでした。', 'APIシークレットを確認し、登録し直してください。'],
    en: ['The exchange refused the API secret.', 'Please check the API secret and enter it again.'],
  },
  invalidPassphrase: {
    ja: ['取引所がパスフレーズを受け付けませんでした。', 'パスフレーズを確認し、登録し直してください。'],
    en: ['The exchange refused the passphrase.', 'Please check the passphrase and enter it again.'],
  },
  keyRefused: {
    ja: ['取引所に接続を拒否されました。', 'APIキーの権限と、許可したIPアドレスを確認してください。'],
    en: ['The exchange refused the key.', 'Please check its rights and the addresses it is allowed from.'],
  },
  withdrawalRight: {
    ja: ['APIキーに出金権限があります。', '出金権限のないAPIキーを作成し、登録し直してください。'],
    en: ['The API key has withdrawal permission.', 'Please make a key without it and enter that one.'],
  },
  transferRight: {
    ja: ['APIキーに資金移動権限があります。', '資金移動権限のないAPIキーを作成し、登録し直してください。'],
    en: ['The API key has transfer permission.', 'Please make a key without it and enter that one.'],
  },
  exchangeAccountInUse: {
    ja: ['この取引所アカウントは、別のAPIキーですでに登録されています。', '同じ残高を二重に使わないよう、登録は1つにしてください。'],
    en: [
      'This exchange account is already in use here with another API key.',
      'Please keep only one of the two, since both would trade with the same balances.',
    ],
  },
  pairNotAvailable: {
    ja: ['取引所でこの通貨ペアを取引できなくなりました。', '別の通貨ペアを選択してください。'],
    en: ['A pair of the bot can no longer be traded at the exchange.', 'Please choose other currencies.'],
  },
  amountTooSmall: {
    ja: ['注文数量が取引所の最小数量を下回りました。', '残高を増やすか、注文幅を広げてください。'],
    en: ["An order's amount fell below the exchange's minimum.", 'Please add to the balances or choose a wider order width.'],
  },
  amountTooLarge: {
    ja: ['注文数量が取引所の最大数量を上回りました。', '注文幅を狭めてください。'],
    en: ["An order's amount rose above the exchange's maximum.", 'Please choose a narrower order width.'],
  },
  valueTooSmall: {
    ja: ['注文金額が最小金額を下回りました。', '残高を増やすか、注文幅を広げてください。'],
    en: ["An order's value fell below the minimum.", 'Please add to the balances or choose a wider order width.'],
  },
  priceOutOfRange: {
    ja: ['注文価格が設定可能な範囲を外れました。', '注文幅を狭めるか、残高を均等に近づけてください。'],
    en: ['An order price left the configurable range.', 'Please choose a narrower order width or even the balances out.'],
  },
  insufficientFunds: {
    ja: ['残高が不足しています。', '取引所の残高と、他で出した注文を確認してください。'],
    en: ['There is not enough balance.', 'Please check the balances and other open orders at the exchange.'],
  },
  ledgerDifference: {
    ja: ['取引所の残高が、ボットの取引記録と一致しません。', '入出金や手動の取引がなかったか確認してから、再開してください。'],
    en: [
      "The exchange's balances differ from what the bot's trades explain.",
      'Please check for deposits, withdrawals or trades by hand before you start it again.',
    ],
  },
  exchangeRefused: {
    ja: ['この取引所ではボットを稼働できなくなりました。', '別の取引所をご利用ください。'],
    en: ['Bots cannot run on this exchange any more.', 'Please choose another exchange.'],
  },
  launchFailed: {
    ja: ['ボットを自動で開始できませんでした。', '設定と残高を確認し、もう一度開始してください。'],
    en: ['The bot could not be started automatically.', 'Please check its settings and balances, then start it again.'],
  },
} as const satisfies Record<string, Record<Language, readonly [what: string, next: string]>>;

const otherCause = {
  ja: ['システムの問題により、ボットを続けられませんでした。', '状態を確認してから、もう一度開始してください。'],
  en: ['A fault on our side kept the bot from going on.', 'Please look at its state, then start it again.'],
} as const;

/** What happened to a bot that stopped by itself, and what its user can do: on the screen and in the mail the same. */
export interface StopWords {
  readonly what: string;
  readonly next: string;
}

/** @param code - the bot's error code; one that this version does not know gets the general words */
export function stopWords(code: string, language: Language): StopWords {
  const [what, next] = (isCause(code) ? causes[code] : otherCause)[language];
  return { what, next };
}

const isCause = (code: string): code is keyof typeof causes => Object.hasOwn(causes, code);

/** For a bot whose exchange did not let us ask whether its orders are cancelled. */
export const mayBeOpenWords: Readonly<Record<Language, string>> = {
  ja: '未約定の注文が取引所に残っている可能性があります。取引所の画面で確認してください。',
  en: 'Orders may still be open: please check them at the exchange.',
};
