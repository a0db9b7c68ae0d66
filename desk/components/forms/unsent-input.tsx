/**
 * Keeps unsent input of the desk's forms in the browser's local storage, and fills it in again when the page is opened
 * again.
 */

import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLocation, useNavigation } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";
import {
  findStoredForm,
  forgetAllForms,
  forgetForm,
  keepForm,
  sweepForms,
  type StoredForm,
} from "#desk/stored-forms.ts";
import { fieldsOfPage, fillIn, isKept, nameOf, readFields } from "#desk/typed-fields.ts";
import { heldForm, isFormRefused, takeFormStatus, watchHeldForm } from "#desk/unanswered-form.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";

/** A form that was filled in again from local storage. */
interface Restored {
  form: HTMLFormElement;
  name: string;
  at: number;
  /** The fields of the form as the page had rendered them. */
  before: StoredForm["fields"];
}

/** The form that was sent last, until the page that follows its response is shown. */
interface Sent {
  form: HTMLFormElement;
  name: string;
  isPreview: boolean;
  /** When the response was shown, in milliseconds since 1970; null before. */
  answeredAt: number | null;
}

/**
 * Keeps the input of the signed-in person until the form is accepted, the person signs out, or 24 hours have passed.
 * Hidden fields of the page, such as the idempotency key and the values with which the form was loaded, are restored
 * with the input. So the optimistic lock still detects other people's changes, and no action runs twice.
 */
export function UnsentInput({ staffId }: { staffId: number | null }) {
  const { key, pathname } = useLocation();
  const { state } = useNavigation();
  const isIdle = state === "idle";
  const isAnswered = state !== "submitting";
  const [restored, setRestored] = useState<Restored[]>([]);
  const sent = useRef<Sent | null>(null);
  const ofPage = useRef(new WeakMap<HTMLFormElement, StoredForm["fields"]>());
  const isWriting = useRef(false);

  useEffect(() => {
    if (staffId === null) return;
    const keep = (form: HTMLFormElement | null) => {
      if (isKept(form)) keepForm(localStorage, staffId, nameOf(form), { at: Date.now(), fields: readFields(form) });
    };
    const input = ({ target }: Event) => {
      if (!isWriting.current) keep((target as HTMLInputElement).form);
    };
    const submit = ({ target: form, submitter }: SubmitEvent) => {
      if (!(form instanceof HTMLFormElement)) return;
      if (new URL(form.action).pathname === deskHref("/sign-out")) return forgetAllForms(localStorage);
      if (!isKept(form)) return;
      // Store the input again: a page may already have emptied the form in order to send its values itself.
      keep(form);
      const isPreview = /preview/.test(submitter?.getAttribute("value") ?? "");
      sent.current = { form, name: nameOf(form), isPreview, answeredAt: null };
    };
    const formdata = ({ target, formData }: FormDataEvent) => {
      if (!(target instanceof HTMLFormElement)) return;
      for (const [name, value] of ofPage.current.get(target) ?? []) if (formData.has(name)) formData.set(name, value);
    };
    addEventListener("input", input);
    addEventListener("submit", submit);
    addEventListener("formdata", formdata);
    return () => {
      removeEventListener("input", input);
      removeEventListener("submit", submit);
      removeEventListener("formdata", formdata);
    };
  }, [staffId]);

  useLayoutEffect(() => {
    // The response is shown before the page's data is reloaded, so a person can go on in the form at once.
    if (!isAnswered || !sent.current) return;
    sent.current.answeredAt = Date.now();
    if (isFormRefused()) ofPage.current.delete(sent.current.form);
  }, [isAnswered]);

  useEffect(() => {
    if (!isIdle) return;
    sweepForms(localStorage, staffId, Date.now());
    if (staffId === null) return;
    const status = takeFormStatus();
    // A form that was just rejected is still on the page with its input and errors, so it needs no banner.
    const refused = sent.current && status !== null && status >= 400 ? sent.current.name : null;
    if (sent.current && status !== null) {
      const { form, name, isPreview, answeredAt } = sent.current;
      const isAsked = pathname === deskHref("/sign-in") || pathname === deskHref("/passkey");
      const typedAt = findStoredForm(localStorage, staffId, name)?.at ?? 0;
      if (status < 400 && !isPreview && !isAsked) forgetForm(localStorage, staffId, name);
      // A rejected form continues with the current hidden fields of the page.
      ofPage.current.delete(form);
      // Text that was typed after the response, while the page's data was reloaded, is not sent yet and stays stored.
      if (status < 400 && answeredAt !== null && typedAt > answeredAt && form.isConnected && isKept(form))
        keepForm(localStorage, staffId, name, { at: typedAt, fields: readFields(form) });
      const kept = findStoredForm(localStorage, staffId, name);
      if (kept && status >= 400)
        keepForm(localStorage, staffId, name, { ...kept, fields: without(kept.fields, fieldsOfPage(kept.fields)) });
    }
    sent.current = null;
    const found = [...document.forms].flatMap((form): Restored[] => {
      const name = isKept(form) ? nameOf(form) : "";
      const kept = name && findStoredForm(localStorage, staffId, name);
      if (!kept) return [];
      const before = readFields(form);
      isWriting.current = true;
      const isChanged = fillIn(form, kept.fields);
      isWriting.current = false;
      if (!isChanged) return [];
      ofPage.current.set(form, fieldsOfPage(kept.fields));
      form.closest("details")?.setAttribute("open", "");
      if (name === refused) return [];
      return [{ form, name, at: kept.at, before }];
    });
    setRestored(found);
  }, [isIdle, key, pathname, staffId]);

  const throwAway = () => {
    if (staffId === null) return;
    for (const { form, name, before } of restored) {
      forgetForm(localStorage, staffId, name);
      ofPage.current.delete(form);
      isWriting.current = true;
      fillIn(form, before);
      isWriting.current = false;
    }
    setRestored([]);
    document.getElementById("main")?.focus();
  };
  return (
    <>
      <Unanswered />
      {restored.length > 0 && (
        <div className="desk-page pb-0!">
          <Banner variant="note">
            <p>
              The text that you typed here on{" "}
              {shortMoment(new Date(Math.max(...restored.map(({ at }) => at))).toISOString())} is in the form again. As
              far as this browser knows, this form was not sent.
            </p>
            <Button type="button" variant="outline" className="mt-3" onClick={throwAway}>
              Discard the text
            </Button>
          </Banner>
        </div>
      )}
    </>
  );
}

function without(fields: StoredForm["fields"], these: StoredForm["fields"]): StoredForm["fields"] {
  return fields.filter((field) => !these.includes(field));
}

/** Banner for a form that got no answer; fixed to the window, so that it is visible from every button. */
function Unanswered() {
  const sendAgain = useSyncExternalStore(watchHeldForm, heldForm, () => null);
  if (!sendAgain) return null;
  return (
    <div className="desk-unanswered">
      <Banner variant="error">
        <p>
          The desk did not answer: perhaps there is no connection. Your text is still here. You can safely send it
          again: it is never done twice.
        </p>
        <Button type="button" className="mt-3" onClick={sendAgain}>
          Send again
        </Button>
      </Banner>
    </div>
  );
}
