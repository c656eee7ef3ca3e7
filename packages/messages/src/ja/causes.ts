/** Why a bot waits, stops or cannot start, and why an exchange or a check refuses. A call may answer with these as well. */
export const causes = {
  notThreeCurrencies: {
    text: '通貨ペアは、3種類の通貨で構成され、互いにつながっている必要があります。',
    advice: '3種類の通貨の通貨ペアを選択してください。',
  },
  duplicatePair: { text: '{pair}が重複しています。', advice: '各通貨ペアを1つずつ選択してください。' },
  pairNotAvailable: { text: 'この取引所では{pair}を取引できません。', advice: '別の通貨を選択してください。' },
  orderWidthOutOfRange: { text: '注文幅は0より大きく{widest}以下で入力してください。', advice: '別の注文幅を入力してください。' },
  balanceNotPositive: {
    text: '{currency}の残高がありません。',
    advice: 'ボットにはすべての通貨の残高が必要です。不足している通貨を購入または入金するか、残高を調整してください。',
  },
  unbalanced: {
    text: '{currency}の評価額は{worthUsd} USDで、均等な配分（{evenUsd} USD）から{offPercent}%ずれています（許容範囲：{tolerance}%）。',
    advice: '先に自動リバランスを行うか、残高を均等に近づけてください。',
  },
  noUsdPrice: {
    text: 'この取引所では{currencies}の米ドル換算額を確認できません。',
    advice: '別の通貨を選択するか、しばらくしてからもう一度お試しください。',
  },
  valueTooSmall: {
    text: '{pair}の注文金額が{value} {unit}になり、最小値（{minimum} {unit}）を下回ります。',
    advice: '注文幅を広げるか、残高を増やしてください。',
  },
  amountTooSmall: {
    text: '{pair}の注文数量が{value} {unit}です。最小値は{minimum} {unit}です。',
    advice: '注文幅を広げるか、残高を増やしてください。',
  },
  amountTooLarge: {
    text: '{pair}の注文数量が{value} {unit}になり、最大値（{maximum} {unit}）を上回ります。',
    advice: '注文幅を狭めてください。',
  },
  priceOutOfRange: {
    text: '{pair}の注文価格が、取引所の設定可能な範囲を外れています。',
    advice: '注文幅を狭めるか、残高を均等に近づけてください。',
  },
  pairsNotEligible: {
    text: 'この通貨ペアは自動リバランスの対象外です。{currencies}をつなぐ通貨ペアがこの取引所にありません。',
    advice: '別の通貨を選択してください。',
  },
  cannotSellFirst: { text: '{currency}は先に売却できません。', advice: '{other}を購入してください。' },

  invalidApiKey: { text: '取引所がAPIキーを受け付けませんでした。', advice: 'APIキーを確認し、入力し直してください。' },
  invalidSecret: {
    text: '取引所がAPIシークレットを受け付けませんでした。',
    advice: 'APIシークレットを確認し、入力し直してください。',
  },
  invalidPassphrase: { text: '取引所がパスフレーズを受け付けませんでした。', advice: 'パスフレーズを確認し、入力し直してください。' },
  keyRefused: {
    text: '取引所にAPIキーを拒否されました。',
    advice: 'APIキーとその権限、許可IPアドレスをご確認ください。',
  },
  withdrawalRight: {
    text: 'APIキーに出金権限があります。',
    advice: '出金権限のないAPIキーを作成し、登録してください。',
  },
  transferRight: {
    text: 'APIキーに資金移動権限があります。',
    advice: '資金移動権限のないAPIキーを作成し、登録してください。',
  },
  tradeRightMissing: { text: 'APIキーに取引権限がありません。', advice: '取引権限のあるAPIキーを作成し、登録してください。' },
  keyRightsUnknown: { text: 'APIキーの権限を確認できませんでした。', advice: 'しばらくしてからもう一度お試しください。' },
  exchangeAccountInUse: {
    text: 'この取引所口座は、別のAPIキーですでに登録されています。',
    advice: '同じ残高が二重に使われないよう、サブアカウントなど別の口座をご利用ください。',
  },
  insufficientFunds: {
    text: '取引所の残高が不足しています。',
    advice: '取引所の残高と、ほかの未約定の注文をご確認ください。',
  },
  ledgerDifference: {
    text: '取引所の残高が、ボットの取引記録と一致しません。',
    advice: '入出金や手動の取引がなかったか確認してから、再開してください。',
  },
  rebalanceFailed: { text: '自動リバランスに失敗しました。', advice: 'ボットの画面で内容を確認し、もう一度お試しください。' },
  rebalanceIncomplete: {
    text: '許容価格（現在価格から5%以内）では、注文の一部しか約定しませんでした。',
    advice: '取引が活発な時間に、もう一度お試しください。',
  },
  exchangeRefused: {
    text: '{exchange}ではボットを稼働できなくなりました。',
    advice: '未約定の注文が残っていないか取引所で確認し、別の取引所をご利用ください。',
  },
  launchFailed: { text: '稼働の条件を満たしていません。', advice: '設定と残高を確認し、もう一度開始してください。' },
  internal: {
    text: '内部エラーが発生しました（記録番号：{reference}）。',
    advice: 'もう一度お試しください。繰り返し発生する場合は、記録番号を添えてサポートまでお問い合わせください。',
  },
  ordersMayBeOpen: {
    text: '未約定の注文が取引所に残っている可能性があります。',
    advice: '取引所の画面で確認してください。',
  },

  noPrices: { text: '現在の価格を取得できません。', advice: '価格を取得でき次第、自動で再開します。' },
  cancelledAtOnce: {
    text: '注文は受付の直後に取引所によって取り消されました。',
    advice: '取引所で口座の制限をご確認ください。',
  },

  amountOutOfRange: {
    text: '注文数量が、取引所の設定可能な範囲を外れています。',
    advice: '注文幅または残高を調整してください。',
  },
  notionalTooSmall: { text: '注文金額が取引所の最小値を下回ります。', advice: '注文幅を広げるか、残高を増やしてください。' },
  wouldTakeImmediately: { text: '注文がすぐに約定する価格でした。', advice: '市場価格の手前で注文し直します。' },
  duplicateClientOrderId: { text: '注文番号が重複しました。', advice: 'その注文を取引所に照会します。' },
  orderNotFound: { text: '取引所で注文が見つかりません。', advice: '取引所の画面で注文を確認してください。' },
  tooManyOrders: { text: '未約定の注文の数が上限に達しています。', advice: '不要な注文を取引所で取り消してください。' },
  marketClosed: { text: '市場が休止しています。', advice: '取引所が再開すると、取引も再開します。' },
  badSymbol: { text: '取引所に通貨ペアが見つかりません。', advice: '別の通貨を選択してください。' },
  clockSkew: { text: '取引所との時刻がずれています。', advice: 'まもなく自動で再試行します。' },
  rateLimited: { text: '取引所への呼び出しが多すぎます。', advice: 'しばらくしてから自動で再試行します。' },
  maintenance: { text: '取引所はメンテナンス中です。', advice: '取引所のお知らせをご確認ください。' },
  unreachable: { text: '取引所から応答がありません。', advice: 'しばらくしてからもう一度お試しください。' },
  deadlinePassed: { text: '取引所への要求がタイムアウトしました。', advice: 'しばらくしてからもう一度お試しください。' },
  unreadable: { text: '取引所から読み取れない応答がありました。', advice: 'しばらくしてからもう一度お試しください。' },
  notSupported: { text: '取引所がこの操作に対応していません。', advice: '別の取引所をご利用ください。' },
  orderStatusUnreliable: {
    text: 'この取引所は注文の結果を確実に確認できないため、ボットを稼働できません。',
    advice: '別の取引所をご利用ください。',
  },
  minimumsUnreported: {
    text: 'この取引所は最小注文数量を確認できないため、ボットを稼働できません。',
    advice: '別の取引所をご利用ください。',
  },
  usdNotPriced: {
    text: 'この取引所には米ドル換算に使える通貨ペアがないため、ボットを稼働できません。',
    advice: '別の取引所をご利用ください。',
  },
  exchangeWithdrawn: {
    text: 'この取引所の取り扱いは終了しました。',
    advice: '別の取引所をご利用ください。',
  },
  exchangeNotTried: {
    text: 'この取引所は動作確認が済んでいないため、ボットを稼働できません。',
    advice: '別の取引所をご利用ください。',
  },
  other: { text: '取引所がその他の理由で拒否しました。', advice: '取引所で口座の状態とお知らせをご確認ください。' },
  ledgerOverdrawn: {
    text: '仮想口座の残高がマイナスになっています。',
    advice: '不足分を補ってください。それまでは出金も発注もできません。',
  },
  ledgerFrozen: { text: '仮想口座は凍結されています。', advice: '先に凍結を解除してください。' },
  ledgerClosed: { text: '仮想口座は閉鎖されています。', advice: '別の仮想口座を使用してください。' },
  ordersPaced: {
    text: '取引所がこの口座で受け付ける注文数を使い切らないよう、設定より長い間隔で注文を更新しています。',
    advice: '段数か口座のボット数を減らすか、更新間隔や仲値のしきい値を大きくしてください。',
  },
  ordersWouldCross: {
    text: '同じ取引所口座の別の注文と約定してしまうため、注文を見合わせました。',
    advice: '相手の注文を取り消すか、価格を変更してください。',
  },
  ledgerTooSmall: {
    text: '仮想口座の利用可能額が注文に足りません。',
    advice: '残高を増やすか、ほかの注文を終了してください。',
  },
} as const;
