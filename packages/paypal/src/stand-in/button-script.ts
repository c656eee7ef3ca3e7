/**
 * The script behind the button, for pages that load it as they would load PayPal's: `paypal.Buttons({…}).render(place)`.
 * It opens the approval page once, and asks every second what became of it.
 */
export const buttonScript = (origin: string): string => `(() => {
  const origin = ${JSON.stringify(origin)};
  const everyMs = 1000;
  const look = 'display: block; width: 100%; height: 45px; border: 0; border-radius: 4px; background: #ffc439; color: #003087;'
    + 'font: 700 18px system-ui; cursor: pointer';
  const approvalOf = async (id, method = 'GET') =>
    (await fetch(origin + '/stand-in/approvals/' + encodeURIComponent(id), { method })).json();
  const Buttons = (options) => {
    let element = null;
    let popup = null;
    const watch = (id) => {
      let isOver = false;
      const timer = setInterval(async () => {
        const { state } = await approvalOf(id);
        // A slow answer may come after the next one, when another page is open.
        if (isOver || (state === 'waiting' && popup && !popup.closed)) return;
        isOver = true;
        clearInterval(timer);
        if (popup && !popup.closed) popup.close();
        popup = null;
        element.disabled = false;
        if (state === 'agreed') options.onApprove?.({ subscriptionID: id, orderID: null, facilitatorAccessToken: '' }, {});
        else options.onCancel?.({});
      }, everyMs);
    };
    const open = async () => {
      if (popup) return;
      element.disabled = true;
      popup = window.open('about:blank', 'paypal', 'width=460,height=640');
      try {
        const id = await options.createSubscription({}, { subscription: { create: () => Promise.reject(new Error('403')) } });
        const { approveUrl } = await approvalOf(id, 'POST');
        if (popup) popup.location = approveUrl + '&popup=1';
        else window.location.assign(approveUrl);
        watch(id);
      } catch (error) {
        popup?.close();
        popup = null;
        element.disabled = false;
        options.onError?.(error);
      }
    };
    return {
      isEligible: () => true,
      close: async () => element?.remove(),
      render: async (place) => {
        element = document.createElement('button');
        element.type = 'button';
        element.textContent = 'PayPal';
        element.style.cssText = look;
        element.addEventListener('click', open);
        (typeof place === 'string' ? document.querySelector(place) : place).append(element);
        options.onInit?.({}, { enable: async () => {}, disable: async () => {} });
      },
    };
  };
  window.paypal = { Buttons, version: '5.0.0', FUNDING: { PAYPAL: 'paypal' } };
})();`;
