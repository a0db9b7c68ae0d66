// The card form: typing, test cards, and errors.
import { digitsOf, groupExpiry, groupNumber, networkOf, problemsIn, upiProblem } from "./frame-card.js";

const fieldIds = ["contact", "email", "number", "expiry", "cvv"];
const contactIds = ["contact", "email"];

/** Sets up the form; `submit` receives the values and the method, `card` or `upi`, if they pass validation. */
export function setUpForm({ prefill = {}, readonly = {}, hidden = {} }, submit) {
  const form = byId("view-card");
  for (const name of contactIds) {
    input(name).value = prefill[name] ?? "";
    input(name).readOnly = readonly[name] === true;
    const mayHide = hidden[name] === true && problemsIn(typed())[name] === undefined;
    input(name).closest(".field").hidden = mayHide;
  }
  input("number").addEventListener("input", showNetwork);
  input("expiry").addEventListener("input", (event) => {
    if (!event.inputType?.startsWith("delete")) input("expiry").value = groupExpiry(input("expiry").value);
  });
  for (const id of [...fieldIds, "vpa"]) input(id).addEventListener("input", () => showProblem(id, ""));
  form.addEventListener("click", fillTestCard);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    showFormProblem("");
    if (showProblems(problemsIn(typed()), fieldIds)) submit({ ...typed(), method: "card" });
  });
  input("vpa").addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    byId("pay-by-upi").click();
  });
  byId("pay-by-upi").addEventListener("click", () => {
    showFormProblem("");
    const vpa = input("vpa").value.trim();
    const problems = { ...problemsIn(typed()), vpa: upiProblem(vpa) };
    if (showProblems(problems, [...contactIds, "vpa"])) submit({ ...typed(), method: "upi", vpa });
  });
}

/** Clears the card fields but not the contact, so that a card number is not kept after its attempt. */
export function clearCard() {
  for (const id of ["number", "expiry", "cvv"]) input(id).value = "";
  showNetwork();
}

/** Shows an error of the server above the form. */
export function showFormProblem(text) {
  byId("form-problem").textContent = text;
  byId("form-problem").hidden = text === "";
}

/** Shows an error below a field, or removes it. */
export function showProblem(id, text) {
  byId(`${id}-problem`).textContent = text;
  if (text === "") input(id).removeAttribute("aria-invalid");
  else input(id).setAttribute("aria-invalid", "true");
}

function showProblems(problems, ids) {
  for (const id of ids) showProblem(id, problems[id] ?? "");
  const first = ids.find((id) => problems[id]);
  if (first) input(first).focus();
  return first === undefined;
}

function typed() {
  return Object.fromEntries(fieldIds.map((id) => [id, input(id).value]));
}

function showNetwork() {
  const number = input("number");
  const digits = digitsOf(number.value);
  byId("network").textContent = networkOf(digits);
  const isAtEnd = number.selectionEnd === number.value.length;
  if (isAtEnd) number.value = groupNumber(digits);
}

function fillTestCard(event) {
  const number = event.target.closest("[data-number]")?.dataset.number;
  if (!number) return;
  input("number").value = groupNumber(number);
  input("expiry").value = `12 / ${String(new Date().getFullYear() + 3).slice(2)}`;
  input("cvv").value = networkOf(number) === "American Express" ? "1234" : "123";
  for (const id of ["number", "expiry", "cvv"]) showProblem(id, "");
  showNetwork();
  byId("pay").focus();
}

function byId(id) {
  return document.getElementById(id);
}

function input(id) {
  return byId(id);
}
