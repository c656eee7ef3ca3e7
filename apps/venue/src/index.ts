export { type FeedChoice, readVenueSettings, type VenueConfig } from './config.ts';
export { openExchange } from './open-exchange.ts';
export { startVenue, type Venue, type VenueOptions } from './start-venue.ts';
export { describeVenue, handleTrialRequest, type TrialRequest } from './trial.ts';
