import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLocation, useNavigation } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";
import { findKeptForm, forgetAllForms, forgetForm, keepForm, sweepForms, type KeptForm } from "#desk/kept-forms.ts";
import { fieldsOfPage, fillIn, isKept, nameOf, readFields } from "#desk/typed-fields.ts";
import { formThatWaits, isFormRefused, takeFormStatus, watchFormThatWaits } from "#desk/unanswered-form.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";

/** A form into which was written again what was typed before. */
interface Restored {
  form: HTMLFormElement;
  name: string;
  at: number;
  /** What it held when the page came. */
  before: KeptForm["fields"];
}

/** A form that was sent and not answered yet. */
interface Sent {
  form: HTMLFormElement;
  name: string;
  isPreview: boolean;
}

/**
 * Keeps in this browser what whoever is signed in types at the desk, until the form is taken, they sign out, or a day is over;
 * and writes it into the form again when the page comes back. Fields that a page gave to the form come back with it, so that
 * nobody else's change is lost and nothing is done twice.
 */
export function KeepTyped({ staffId }: { staffId: number | null }) {
  const { key, pathname } = useLocation();
  const { state } = useNavigation();
  const isIdle = state === "idle";
  const isAnswered = state !== "submitting";
  const [restored, setRestored] = useState<Restored[]>([]);
  const sent = useRef<Sent | null>(null);
  const ofPage = useRef(new WeakMap<HTMLFormElement, KeptForm["fields"]>());
  const isWriting = useRef(false);

  useEffect(() => {
    if (staffId === null) return;
    const keep = (form: HTMLFormElement | null) => {
      if (isKept(form)) keepForm(localStorage, staffId, nameOf(form), { at: Date.now(), fields: readFields(form) });
    };
    const input = ({ target }: Event) => {
      if (!isWriting.current) keep((target as HTMLInputElement).form);
    };
    const submit = ({ target, submitter }: SubmitEvent) => {
      const form = target as HTMLFormElement;
      if (new URL(form.action).pathname === deskHref("/sign-out")) return forgetAllForms(localStorage);
      if (!isKept(form)) return;
      // A page may have emptied it already, to send what was in it by itself.
      keep(form);
      sent.current = { form, name: nameOf(form), isPreview: /preview/.test((submitter as HTMLButtonElement)?.value) };
    };
    const formdata = ({ target, formData }: FormDataEvent) => {
      for (const [name, value] of ofPage.current.get(target as HTMLFormElement) ?? [])
        if (formData.has(name)) formData.set(name, value);
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

  useEffect(() => {
    // The page says that it was refused before it has read anew what is there, and the form can be sent again at once.
    if (isAnswered && sent.current && isFormRefused()) ofPage.current.delete(sent.current.form);
  }, [isAnswered]);

  useEffect(() => {
    if (!isIdle) return;
    sweepForms(localStorage, staffId, Date.now());
    if (staffId === null) return;
    const status = takeFormStatus();
    // What was just sent and refused is in the page already, whose faults say what became of it.
    const refused = sent.current && status !== null && status >= 400 ? sent.current.name : null;
    if (sent.current && status !== null) {
      const { form, name, isPreview } = sent.current;
      const isAsked = pathname === deskHref("/sign-in") || pathname === deskHref("/passkey");
      if (status < 400 && !isPreview && !isAsked) forgetForm(localStorage, staffId, name);
      // A form that was refused goes on with what the page is now.
      ofPage.current.delete(form);
      const kept = findKeptForm(localStorage, staffId, name);
      if (kept && status >= 400)
        keepForm(localStorage, staffId, name, { ...kept, fields: without(kept.fields, fieldsOfPage(kept.fields)) });
    }
    sent.current = null;
    const found = [...document.forms].flatMap((form): Restored[] => {
      const name = isKept(form) ? nameOf(form) : "";
      const kept = name && findKeptForm(localStorage, staffId, name);
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
    for (const { form, name, before } of restored) {
      forgetForm(localStorage, staffId!, name);
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
              What you typed here on {shortMoment(new Date(Math.max(...restored.map(({ at }) => at))).toISOString())} is
              in the form again. As far as this browser knows, it was not sent.
            </p>
            <Button type="button" variant="outline" className="mt-3" onClick={throwAway}>
              Throw it away
            </Button>
          </Banner>
        </div>
      )}
    </>
  );
}

function without(fields: KeptForm["fields"], these: KeptForm["fields"]): KeptForm["fields"] {
  return fields.filter((field) => !these.includes(field));
}

/** Says that the form that was sent waits for an answer, wherever its button stands on the page. */
function Unanswered() {
  const sendAgain = useSyncExternalStore(watchFormThatWaits, formThatWaits, () => null);
  if (!sendAgain) return null;
  return (
    <div className="desk-unanswered">
      <Banner variant="error">
        <p>
          The desk did not answer: perhaps there is no connection. What you wrote is still here. If you send it again,
          it is done once.
        </p>
        <Button type="button" className="mt-3" onClick={sendAgain}>
          Send again
        </Button>
      </Banner>
    </div>
  );
}
