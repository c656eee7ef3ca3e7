/** Frames stop when the page is hidden or covered meanwhile: then nobody looks, and nothing is waited for. */
const noFrameMs = 500;

/** After the next frame, in which whoever pressed something sees that it was pressed; a hidden page has none. */
export const painted = (): Promise<void> =>
  document.hidden
    ? Promise.resolve()
    : new Promise((resolve) => {
        const timer = setTimeout(resolve, noFrameMs);
        requestAnimationFrame(() => {
          clearTimeout(timer);
          setTimeout(resolve);
        });
      });
