// The card form: typing, test cards, and errors.
import { digitsOf, groupExpiry, groupNumber, networkOf, problemsIn } from "./frame-card.js";

const fieldIds = ["contact", "email", "number", "expiry", "cvv"];

/** Sets up the form; `submit` receives the values if they pass validation. */
export function setUpForm({ prefill = {}, readonly = {}, hidden = {} }, submit) {
  const form = byId("view-card");
  for (const name of ["contact", "email"]) {
    input(name).value = prefill[name] ?? "";
    input(name).readOnly = readonly[name] === true;
    const mayHide = hidden[name] === true && problemsIn(typed())[name] === undefined;
    input(name).closest(".field").hidden = mayHide;
  }
  input("number").addEventListener("input", showNetwork);
  input("expiry").addEventListener("input", (event) => {
    if (!event.inputType?.startsWith("delete")) input("expiry").value = groupExpiry(input("expiry").value);
  });
  for (const id of fieldIds) input(id).addEventListener("input", () => showProblem(id, ""));
  form.addEventListener("click", fillTestCard);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    showFormProblem("");
    if (showProblems(problemsIn(typed()))) submit(typed());
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

function showProblems(problems) {
  for (const id of fieldIds) showProblem(id, problems[id] ?? "");
  const first = fieldIds.find((id) => problems[id]);
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
