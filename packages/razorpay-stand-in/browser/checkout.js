/**
 * The widget's script for the shop's page: defines window.Razorpay, and opens the frame (frame.js). Like Razorpay's own
 * script, it writes a `<style>` element and style attributes into the page, so that tests notice a
 * Content-Security-Policy that forbids them.
 */

(function () {
  "use strict";

  const script = document.currentScript;
  const base = script.src.slice(0, script.src.indexOf("/v1/checkout.js"));
  const frameOrigin = new URL(script.src).origin;

  /** Creates the element that covers the page, and gives the keyboard focus to the frame. */
  function createContainer(frame) {
    const container = document.createElement("div");
    container.className = "razorpay-container";
    container.setAttribute("role", "dialog");
    container.setAttribute("aria-modal", "true");
    container.setAttribute("aria-label", "Razorpay Checkout");
    style(container, { position: "fixed", inset: "0", zIndex: "2147483647" });
    const backdrop = document.createElement("div");
    backdrop.className = "razorpay-backdrop";
    style(backdrop, { position: "absolute", inset: "0" });
    backdrop.innerHTML = "<style>@keyframes rzp-rot { to { transform: rotate(360deg) } }</style>";
    container.append(backdrop, frame);
    return container;
  }

  function createFrame(query) {
    const frame = document.createElement("iframe");
    frame.className = "razorpay-checkout-frame";
    frame.title = "Razorpay Checkout";
    frame.src = `${base}/v1/checkout/public?${new URLSearchParams(query)}`;
    // The page and the frame must have the same colour scheme. Otherwise the browser gives the frame an opaque
    // background.
    style(frame, {
      position: "relative",
      display: "block",
      width: "100%",
      height: "100%",
      border: "0",
      background: "transparent",
      colorScheme: "light",
    });
    return frame;
  }

  function style(element, rules) {
    Object.assign(element.style, rules);
  }

  /** The options for the frame: data only, with absolute URLs. */
  function frameOptions(options) {
    const { key, amount, currency, name, description, order_id, prefill, theme, readonly, hidden, timeout } = options;
    const modal = { backdropclose: false, escape: true, confirm_close: false, ...options.modal };
    const { backdropclose, escape, confirm_close, animation } = modal;
    return JSON.parse(
      JSON.stringify({
        key,
        amount,
        currency,
        name,
        description,
        order_id,
        prefill,
        theme,
        readonly,
        hidden,
        timeout,
        image: absolute(options.image),
        callback_url: absolute(options.callback_url),
        redirect: options.redirect === true,
        hasRetry: options.retry?.enabled !== false && options.retry !== false,
        modal: { backdropclose, escape, confirm_close, animation },
      }),
    );
  }

  function absolute(address) {
    return address ? new URL(address, document.baseURI).href : undefined;
  }

  class Razorpay {
    #options;
    #listeners = new Map();
    #open = null;

    constructor(options) {
      if (!options || typeof options !== "object") throw new Error("Invalid options");
      if (!options.key) throw new Error("No key passed");
      if (
        options.amount !== undefined &&
        !(Number.isInteger(Number(options.amount)) && Number(options.amount) >= 100)
      ) {
        throw new Error("Invalid amount. It should be passed in integer paise. Minimum value is 100 paise, i.e. ₹ 1");
      }
      this.#options = options;
    }

    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
      return this;
    }

    once(event, listener) {
      const onlyOnce = (payload) => {
        this.off(event, onlyOnce);
        listener(payload);
      };
      return this.on(event, onlyOnce);
    }

    off(event, listener) {
      const remaining = (this.#listeners.get(event) ?? []).filter((registered) => listener && registered !== listener);
      this.#listeners.set(event, remaining);
      return this;
    }

    open() {
      if (this.#open) return this;
      const session = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36)).join("");
      const frame = createFrame({ session, parent: location.origin });
      const container = createContainer(frame);
      const controller = new AbortController();
      const { signal } = controller;
      const root = document.documentElement;
      this.#open = {
        session,
        frame,
        container,
        controller,
        focused: document.activeElement,
        overflow: root.style.overflow,
      };
      addEventListener("message", (message) => this.#hear(message), { signal });
      addEventListener("popstate", () => this.#leaveByBackButton(), { signal });
      document.addEventListener("keydown", (event) => this.#passEscape(event), { signal });
      document.addEventListener("focusin", (event) => this.#holdFocus(event), { signal });
      root.style.overflow = "hidden";
      document.body.append(container);
      frame.addEventListener("load", () => frame.focus(), { signal });
      return this;
    }

    close() {
      if (!this.#open) return;
      const { container, controller, focused, overflow } = this.#open;
      this.#open = null;
      controller.abort();
      container.remove();
      document.documentElement.style.overflow = overflow;
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
    }

    #hear({ origin, source, data }) {
      const open = this.#open;
      if (!open || origin !== frameOrigin || source !== open.frame.contentWindow || data?.session !== open.session)
        return;
      if (data.type === "ready") this.#tell({ type: "options", options: frameOptions(this.#options) });
      if (data.type === "failed") this.#emit("payment.failed", { error: data.error });
      if (data.type === "dismissed") this.#dismiss(data.reason, data.isSilent);
      // If the page is inside another app, it is not notified, and the widget stays open.
      if (data.type === "paid" && !data.isSilent) this.#succeed(data.response);
    }

    #tell(message) {
      this.#open.frame.contentWindow.postMessage({ ...message, session: this.#open.session }, frameOrigin);
    }

    #emit(event, payload) {
      for (const listener of this.#listeners.get(event) ?? []) listener(payload);
    }

    #succeed(response) {
      this.close();
      this.#options.handler?.(response);
    }

    #dismiss(reason, isSilent = false) {
      this.close();
      if (!isSilent) this.#options.modal?.ondismiss?.(reason);
    }

    #passEscape(event) {
      if (event.key !== "Escape") return;
      event.preventDefault();
      this.#tell({ type: "escape" });
    }

    #holdFocus(event) {
      if (!this.#open.container.contains(event.target)) this.#open.frame.focus();
    }

    #leaveByBackButton() {
      if (this.#options.modal?.handleback !== false) this.#dismiss();
    }
  }

  window.Razorpay = Razorpay;
})();
