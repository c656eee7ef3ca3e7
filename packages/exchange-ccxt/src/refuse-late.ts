import type { Table } from './ccxt-exchange.ts';
import { type CallTrace, currentCall, isOver, NotSent } from './current-call.ts';

interface Controller {
  abort(reason: Error): void;
}

interface Handler {
  onRequestStart(controller: Controller, context: unknown): void;
}

export type HandlerClass = new (inner: object) => Handler;
type Dispatch = (options: Table, handler: object) => boolean;

/**
 * Looks at a request once more in the turn in which it is written to its socket: it may have waited for a connection,
 * and its process may have stood still meanwhile. What is over then is not sent.
 *
 * @param Decorator - undici's handler that passes everything on
 */
export function refuseLate(Decorator: HandlerClass): (dispatch: Dispatch) => Dispatch {
  class Guard extends Decorator {
    readonly #call: CallTrace;

    constructor(inner: object, call: CallTrace) {
      super(inner);
      this.#call = call;
    }

    override onRequestStart(controller: Controller, context: unknown): void {
      if (!isOver(this.#call)) {
        super.onRequestStart(controller, context);
        return;
      }
      this.#call.sent = false;
      controller.abort(new NotSent('nobody waits for this request any more'));
    }
  }
  return (dispatch) => (options, handler) => {
    const call = currentCall();
    return dispatch(options, call === undefined ? handler : new Guard(handler, call));
  };
}
