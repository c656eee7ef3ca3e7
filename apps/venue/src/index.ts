export { type FeedChoice, makeFeed, readVenueSettings, type VenueConfig } from './config.ts';
export { startVenue, type Venue, type VenueOptions } from './start-venue.ts';
export { describeVenue, handleTrialRequest, type TrialRequest } from './trial.ts';
