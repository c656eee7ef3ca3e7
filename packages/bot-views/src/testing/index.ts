export { administeredBot, sampleBot } from './sample-bot.ts';
