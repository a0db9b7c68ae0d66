/**
 * The page inside the widget: order summary, form for card or UPI, mock bank page. Exchanges messages with the shop's page by
 * postMessage, checking both origins, and calls its own server by fetch.
 */
import { clearCard, setUpForm, showFormProblem, showProblem } from "./frame-form.js";

const query = new URLSearchParams(location.search);
const session = query.get("session");
const parentOrigin = query.get("parent");
const checkout = location.pathname.slice(0, -"/public".length);
const viewIds = ["loading", "refused", "card", "bank", "working", "failed", "leave"];

let options = null;
let view = "loading";
let viewBeforeLeaving = "card";
/** The current attempt at the bank: { payment_id, token }. */
let attempt = null;
/** Whether the page that opened the widget gets no messages, as inside another app. */
let isSilent = false;

addEventListener("message", ({ origin, source, data }) => {
  if (origin !== parentOrigin || source !== parent || data?.session !== session) return;
  if (data.type === "options" && options === null) void begin(data.options);
  if (data.type === "escape") leaveByEscape();
});
tell({ type: "ready" });

async function begin(given) {
  options = given;
  showShop();
  setUpForm(options, beginPayment);
  wireButtons();
  const { key, order_id, amount, currency } = options;
  const order = await post("preferences", { key_id: key, order_id, amount, currency });
  if (order.error) return refuse(order.error);
  isSilent = order.is_silent;
  const price = money(order.amount, order.currency);
  byId("amount").textContent = price;
  byId("total").hidden = false;
  byId("pay").textContent = `Pay ${price}`;
  if (options.timeout > 0) startCountdown(options.timeout);
  show("card");
}

function showShop() {
  byId("shop-name").textContent = options.name || "Checkout";
  byId("description").textContent = options.description ?? "";
  byId("description").hidden = !options.description;
  if (options.image) {
    byId("shop-image").addEventListener("load", () => (byId("shop-image").hidden = false));
    byId("shop-image").src = options.image;
  }
  const { color, backdrop_color } = options.theme ?? {};
  const root = document.documentElement.style;
  if (/^#[0-9a-f]{6}$/i.test(color ?? "")) {
    root.setProperty("--theme", color);
    root.setProperty("--on-theme", isLight(color) ? "#16130f" : "#ffffff");
  }
  if (backdrop_color) root.setProperty("--backdrop", backdrop_color);
  if (options.modal.animation === false) document.documentElement.classList.add("still");
}

function isLight(hex) {
  const [red, green, blue] = [1, 3, 5].map((from) => (Number.parseInt(hex.slice(from, from + 2), 16) / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.4;
}

function wireButtons() {
  byId("close").addEventListener("click", askToUnsubscribe);
  byId("refused-close").addEventListener("click", () => dismiss());
  byId("retry").addEventListener("click", () => show("card"));
  byId("stay").addEventListener("click", () => show(viewBeforeLeaving));
  byId("leave").addEventListener("click", () => dismiss());
  byId("backdrop").addEventListener("click", () => {
    if (options.modal.backdropclose) askToUnsubscribe();
  });
  byId("bank-failure").addEventListener("click", () => answerBank("failure"));
  byId("view-bank").addEventListener("submit", (event) => {
    event.preventDefault();
    if (byId("otp").value.trim() === "") {
      showProblem("otp", "Enter the one-time password.");
      byId("otp").focus();
    } else answerBank("success");
  });
  byId("otp").addEventListener("input", () => showProblem("otp", ""));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") leaveByEscape();
    if (event.key === "Tab") keepFocusInside(event);
  });
}

async function beginPayment({ contact, email, method, vpa, number, expiry, cvv }) {
  const { key, order_id, amount, currency, description } = options;
  show("working");
  const instrument = method === "upi" ? { method, vpa } : { method, card: { number, expiry, cvv } };
  const order = { key_id: key, order_id, amount, currency, description };
  const begun = await post("payments", { ...order, contact, email, ...instrument });
  if (begun.error) {
    show("card");
    showFormProblem(begun.error.description);
    return tell({ type: "failed", error: begun.error });
  }
  clearCard();
  attempt = begun;
  byId("otp").value = "";
  showProblem("otp", "");
  const price = money(begun.amount, begun.currency);
  const account = method === "upi" ? `UPI account ${vpa}` : `${begun.network} card ending ${begun.last4}`;
  byId("bank-text").textContent = `${price} to ${options.name || "the shop"}, from your ${account}.`;
  show("bank", byId("otp"));
}

async function answerBank(choice) {
  const { payment_id, token } = attempt;
  const otp = byId("otp").value.trim();
  show("working");
  const result = await post(`payments/${payment_id}/bank`, { token, choice, otp });
  attempt = null;
  if (result.error) fail(result.error);
  else succeed(result);
}

function succeed(response) {
  if (options.callback_url) return postToShop(response);
  tell({ type: "paid", response });
}

function fail(error) {
  tell({ type: "failed", error });
  if (options.callback_url && options.redirect) {
    const { metadata, ...rest } = error;
    const fields = Object.entries(rest).map(([key, value]) => [`error[${key}]`, value]);
    return postToShop(Object.fromEntries([...fields, ["error[metadata]", JSON.stringify(metadata)]]));
  }
  if (!options.hasRetry) return tell({ type: "dismissed" });
  byId("failed-reason").textContent = error.description;
  show("failed");
}

function refuse(error) {
  byId("refused-reason").textContent = error.description;
  show("refused");
  tell({ type: "failed", error });
}

/** Posts a form that navigates the whole page to the shop's callback_url, as another site's page would. */
function postToShop(fields) {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: options.callback_url, target: "_top", hidden: true });
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}

function leaveByEscape() {
  if (!options?.modal.escape) return;
  if (view === "leave") show(viewBeforeLeaving);
  else askToUnsubscribe();
}

function askToUnsubscribe() {
  if (view === "working" || view === "leave") return;
  const mayAsk = options?.modal.confirm_close && view !== "refused" && view !== "loading";
  if (!mayAsk) return dismiss();
  viewBeforeLeaving = view;
  show("leave", byId("stay"));
}

/** Closes the widget; an unfinished attempt counts as cancelled. */
async function dismiss(reason) {
  if (attempt) {
    const { payment_id, token } = attempt;
    attempt = null;
    const result = await post(`payments/${payment_id}/cancel`, { token });
    if (result.error) tell({ type: "failed", error: result.error });
  }
  tell({ type: "dismissed", reason });
}

function startCountdown(seconds) {
  const endsAt = Date.now() + seconds * 1000;
  const line = byId("countdown");
  line.hidden = false;
  const timer = setInterval(tick, 1000);
  tick();
  function tick() {
    const left = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
    line.textContent = `Closes in ${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (left > 0 || view === "working") return;
    clearInterval(timer);
    void dismiss("timeout");
  }
}

function show(next, focus) {
  view = next;
  for (const id of viewIds) byId(`view-${id}`).hidden = id !== next;
  byId("close").hidden = next === "working";
  const heading = byId(`view-${next}`).querySelector("h2");
  (focus ?? heading).focus();
}

function keepFocusInside(event) {
  const stops = [...byId("sheet").querySelectorAll("button, input, summary")].filter((stop) => stop.checkVisibility());
  const first = stops[0];
  const last = stops.at(-1);
  const isAtStart = document.activeElement === first || !stops.includes(document.activeElement);
  if (event.shiftKey && isAtStart) last.focus();
  else if (!event.shiftKey && document.activeElement === last) first.focus();
  else return;
  event.preventDefault();
}

async function post(path, body) {
  try {
    const response = await fetch(`${checkout}/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return await response.json();
  } catch {
    return {
      error: {
        code: "SERVER_ERROR",
        description: "The payment page could not reach its server. Try again.",
        source: "internal",
        step: "payment_initiation",
        reason: "server_error",
        metadata: {},
      },
    };
  }
}

function money(paise, currency) {
  return new Intl.NumberFormat("en-IN", { style: "currency", currency }).format(paise / 100);
}

function tell(message) {
  if (parent !== window && parentOrigin) parent.postMessage({ ...message, session, isSilent }, parentOrigin);
}

function byId(id) {
  return document.getElementById(id);
}
