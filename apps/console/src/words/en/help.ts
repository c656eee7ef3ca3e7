export const help = {
  title: 'Help',
  guide: "Beginner's guide",
  guide1: 'Under "Bot setup", enter an API key of your exchange. Use one without withdrawal permission.',
  guide2: 'Choose three currencies and the pairs to trade.',
  guide3: 'Choose the order width. If in doubt, begin with a few times the break-even.',
  guide4: 'Start it under "Bot server". The dashboard shows how it does.',
  howTitle: 'How the bot works',
  how: 'The bot keeps three currencies worth the same. On each pair it has one buy and one sell order. When the price moves and one fills, it has sold a little of what rose and bought a little of what fell, and the geometric mean of the balances has grown. That growth is the AMM profit.',
  bpTitle: 'What is a bp?',
  bp: 'A bp (basis point) is 0.01%. 1 bp = 0.01%. AMM profits say by how many bp the geometric mean of the balances has grown.',
  widthTitle: 'What is the order width?',
  width:
    'The distance of an order from the price at which both currencies are worth the same (the balanced price). The wider, the more a trade earns and the fewer trades there are. Narrower than the fee, it earns nothing.',
  stopTitle: 'What happens when I stop a bot?',
  stop: 'All unexecuted orders are cancelled, and the exchange is asked until none is open. No new orders are placed until you start it again. Your balances stay at the exchange.',
  riskTitle: 'About the risk',
  risk: 'AMM profits leave price changes out. When the currencies fall, their value in US dollars may fall as well.',
  trialTitle: 'About the trial',
  trial:
    "A trial trades on a virtual exchange: no real funds are used. Its market runs {{times}} times faster than real time, and annual rates are by that market's time.",
} as const;
