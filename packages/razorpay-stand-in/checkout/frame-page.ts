/** The HTML document inside the widget's iframe. */
import { randomBytes } from "node:crypto";

import { html } from "hono/html";

import { answerPage, type Html } from "@endpaper/stand-in-kit/page";
import { type TestCard, testCards } from "#razorpay-stand-in/test-cards.ts";

/** Sends the document; browser/frame.js decides which view it shows. */
export function answerFrame(basePath: string): Promise<Response> {
  const nonce = randomBytes(16).toString("base64");
  const files = `${basePath}/v1/checkout/files`;
  return answerPage({
    title: "Checkout",
    head: html`<link rel="stylesheet" href="${files}/frame.css" nonce="${nonce}" />
      <link rel="stylesheet" href="${files}/frame-views.css" nonce="${nonce}" />
      <script type="module" src="${files}/frame.js" nonce="${nonce}"></script>`,
    body: frameBody(),
    policy: [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
      "connect-src 'self'",
      "img-src 'self' http: https: data:",
      "form-action http: https:",
      "base-uri 'none'",
    ].join("; "),
  });
}

function frameBody(): Html {
  return html`<div class="backdrop" id="backdrop"></div>
    <main class="sheet" id="sheet" aria-labelledby="shop-name" tabindex="-1">
      <header class="summary">
        <div class="shop">
          <img id="shop-image" alt="" width="44" height="44" hidden />
          <div>
            <h1 id="shop-name">Checkout</h1>
            <p id="description" hidden></p>
          </div>
        </div>
        <dl class="total" id="total" hidden>
          <dt>Amount to pay</dt>
          <dd id="amount"></dd>
        </dl>
        <p class="countdown" id="countdown" hidden></p>
        <p class="test-note">Test payments: no money moves</p>
      </header>
      <button class="close" id="close" type="button" aria-label="Close checkout">
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M3 3l10 10M13 3L3 13" /></svg>
      </button>
      <div class="views">
        ${workingView("loading", "Opening checkout", "")}
        <section class="view" id="view-refused" hidden>
          <h2 tabindex="-1">Payment cannot start</h2>
          <p class="problem" role="alert" id="refused-reason"></p>
          <button class="main-button" type="button" id="refused-close">Close</button>
        </section>
        ${cardView()} ${bankView()}
        ${workingView("working", "Confirming your payment", "Please keep this window open.")}
        <section class="view" id="view-failed" hidden>
          <h2 tabindex="-1">Payment failed</h2>
          <p class="problem" role="alert" id="failed-reason"></p>
          <button class="main-button" type="button" id="retry">Try again</button>
        </section>
        <section
          class="view"
          id="view-leave"
          role="alertdialog"
          aria-labelledby="leave-title"
          aria-describedby="leave-text"
          hidden
        >
          <h2 id="leave-title" tabindex="-1">Leave this payment?</h2>
          <p id="leave-text">Nothing has been paid yet.</p>
          <div class="pair">
            <button class="quiet-button" type="button" id="leave">Leave</button>
            <button class="main-button" type="button" id="stay">Stay</button>
          </div>
        </section>
      </div>
    </main>`;
}

function workingView(id: string, title: string, text: string): Html {
  return html`<section class="view working" id="view-${id}" ${id === "loading" ? "" : "hidden"}>
    <span class="spinner" aria-hidden="true"></span>
    <h2 tabindex="-1" role="status">${title}</h2>
    <p>${text}</p>
  </section>`;
}

function cardView(): Html {
  return html`<form class="view" id="view-card" novalidate hidden>
    <h2 tabindex="-1">Pay by card</h2>
    <p class="problem" role="alert" id="form-problem" hidden></p>
    ${field({ id: "contact", label: "Mobile number", attributes: html`type="tel" autocomplete="tel" inputmode="tel"` })}
    ${field({ id: "email", label: "Email", attributes: html`type="email" autocomplete="email" inputmode="email"` })}
    ${field({
      id: "number",
      label: "Card number",
      attributes: html`autocomplete="cc-number" inputmode="numeric" maxlength="23" placeholder="0000 0000 0000 0000"`,
      aside: html`<span class="network" id="network" aria-hidden="true"></span>`,
    })}
    <div class="pair">
      ${field({ id: "expiry", label: "Expiry (MM/YY)", attributes: html`autocomplete="cc-exp" inputmode="numeric" maxlength="7" placeholder="MM / YY"` })}
      ${field({ id: "cvv", label: "CVV", attributes: html`type="password" autocomplete="cc-csc" inputmode="numeric" maxlength="4"` })}
    </div>
    <button class="main-button" type="submit" id="pay">Pay</button>
    <details class="test-cards">
      <summary>Pay by UPI</summary>
      ${field({
        id: "vpa",
        label: "UPI ID",
        attributes: html`autocomplete="off" autocapitalize="none" inputmode="email" maxlength="100"
        placeholder="name@okbank"`,
      })}
      <button class="quiet-button" type="button" id="pay-by-upi">Pay by UPI</button>
    </details>
    <details class="test-cards">
      <summary>Test cards</summary>
      <p>Press a card to fill in the form. On the bank page you choose whether the payment succeeds.</p>
      <ul>
        ${testCards.map(testCardButton)}
      </ul>
    </details>
  </form>`;
}

interface Field {
  id: string;
  label: string;
  attributes: Html;
  aside?: Html;
}

function field({ id, label, attributes, aside }: Field): Html {
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <div class="box">
      <input id="${id}" name="${id}" ${attributes} required aria-describedby="${id}-problem" />${aside}
    </div>
    <p class="field-problem" id="${id}-problem"></p>
  </div>`;
}

function testCardButton({ number, network, onFailure }: TestCard): Html {
  const spaced = number.replace(/(.{4})(?=.)/g, "$1 ");
  return html`<li>
    <button type="button" data-number="${number}">
      <b>${network}</b> <span>${spaced}</span> <small>if you choose Failure: ${onFailure.replaceAll("_", " ")}</small>
    </button>
  </li>`;
}

function bankView(): Html {
  return html`<form class="view bank" id="view-bank" novalidate hidden>
    <p class="bank-name">Test bank</p>
    <h2 tabindex="-1">Approve this payment</h2>
    <p id="bank-text"></p>
    ${field({ id: "otp", label: "One-time password", attributes: html`autocomplete="one-time-code" inputmode="numeric" maxlength="10"` })}
    <p class="hint">Any 4 to 10 digits will do.</p>
    <div class="pair">
      <button class="quiet-button" type="button" id="bank-failure">Failure</button>
      <button class="main-button" type="submit" id="bank-success">Success</button>
    </div>
  </form>`;
}
