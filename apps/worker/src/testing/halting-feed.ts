import type { Feed } from '@tenbin/exchange-virtual';

export interface HaltingFeed extends Feed {
  /** Prices stay as they are, so that nothing more is filled. */
  standsStill: boolean;
}

/** A market that a test can let stand still for a while. */
export function haltingFeed(feed: Feed): HaltingFeed {
  const halting: HaltingFeed = {
    ...feed,
    standsStill: false,
    advance: (realMs) => (halting.standsStill ? [] : feed.advance(realMs)),
  };
  return halting;
}
