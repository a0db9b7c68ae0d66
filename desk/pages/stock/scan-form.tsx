/** The form that scans books into a delivery or a count. */
import { useRef, type ReactNode, type SubmitEvent } from "react";

import { detectLanguage } from "#app/display/detect-language.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { ScanWithCamera } from "#desk/components/scanning/scan-with-camera.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import { shorten } from "#shop/kernel/text/clean-text.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import type { Scanned } from "./scan-sender.ts";
import { useScans } from "./use-scans.ts";

interface ScanFormProps {
  /** The name of the action. */
  intent: string;
  belongsTo: { name: "delivery" | "count"; id: number };
  /** The path to which the script posts scans. */
  path: string;
  staffId: number;
  /** The last scan, if it was sent without JavaScript. */
  scanned: Scanned | null;
  trouble: ActionError | null;
  /** Further fields of the form. */
  children?: ReactNode;
}

/**
 * The field for the scanner, and the last scanned book. With JavaScript, the field stays focused, and the next book can
 * be scanned before the response arrives.
 */
export function ScanForm(props: ScanFormProps) {
  const { intent, belongsTo, path, staffId, scanned, trouble, children } = props;
  const code = useRef<HTMLInputElement>(null);
  const { add, last, refused, waiting, pause, forget } = useScans(path, staffId);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (form.get("code")?.toString().trim() === "") return;
    form.set("intent", intent);
    add(form);
    for (const input of event.currentTarget.querySelectorAll("input"))
      if (input.type !== "hidden") input.value = input.name === "copies" ? "1" : "";
    // A camera scan has no submitter. Then do not focus the field, because a phone would open its keyboard.
    if (event.submitter) code.current?.focus();
  };
  const sendRead = (isbn: string) => {
    if (!code.current?.form) return;
    code.current.value = isbn;
    code.current.form.requestSubmit();
  };
  const shown = last ?? scanned;
  const wait = `${formatCount(waiting, "scan waits", "scans wait")} in this browser`;
  return (
    <section aria-labelledby="scan" className="desk-card p-4">
      <h2 id="scan" className="text-title">
        Scan
      </h2>
      <Form
        method="post"
        onSubmit={submit}
        className={`field-row mt-3 ${children ? "sm:grid-cols-[2fr_1fr_1fr_1fr_auto]" : "sm:grid-cols-[2fr_1fr_auto]"}`}
      >
        <input type="hidden" name={belongsTo.name} value={belongsTo.id} />
        <TextField
          // With a new key, a rejected form is mounted again with its values.
          key={trouble?.values.once ?? "code"}
          ref={code}
          label="Bar code or ISBN"
          name="code"
          autoComplete="off"
          // A scanner types into the focused field.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          defaultValue={trouble?.values.code ?? ""}
          error={trouble?.errors.code}
        />
        <TextField
          label="Copies"
          name="copies"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={trouble?.values.copies ?? "1"}
          error={trouble?.errors.copies}
        />
        {children}
        <p>
          <Button name="intent" value={intent}>
            Add
          </Button>
        </p>
      </Form>
      <ScanWithCamera staysOpen onIsbn={sendRead} />
      <div role="status" className="mt-3 min-h-14">
        {shown && <LastScan scan={shown} place={belongsTo.name} waiting={waiting} />}
        {!shown && pause === null && <p className="text-quiet">The last scanned book appears here.</p>}
        {pause === "offline" && (
          <p className="font-semibold">
            {`No connection. ${wait} and ${waiting === 1 ? "is" : "are"} sent when the connection works again, or when you open this page again.`}
          </p>
        )}
        {pause === "signed-out" && (
          <p className="font-semibold">
            {`You were signed out. ${wait}: ${waiting === 1 ? "it is" : "they are"} sent when you sign in again and open this page.`}
          </p>
        )}
      </div>
      {refused.length > 0 && (
        <Banner variant="error" className="mt-3">
          <ul>
            {refused.map(({ key, code, problem }) => (
              <li key={key}>{`“${shorten(code, 60)}” was not added. ${problem}`}</li>
            ))}
          </ul>
          <Button type="button" variant="quiet" className="-ml-4" onClick={forget}>
            Got it
          </Button>
        </Banner>
      )}
    </section>
  );
}

/** The last scanned book, and the number of its copies in this delivery or count so far. */
function LastScan({ scan, place, waiting }: { scan: Scanned; place: string; waiting: number }) {
  return (
    <p className="text-title break-words">
      {scan.title === null ? (
        <span className="text-vermilion">
          {scan.lookupTitle ? (
            <>
              Not in the shop yet: <cite lang={detectLanguage(scan.lookupTitle)}>{scan.lookupTitle}</cite>
            </>
          ) : (
            `${shorten(scan.code, 60)}: the shop does not know this book yet`
          )}
        </span>
      ) : (
        <cite lang={detectLanguage(scan.title)} className="not-italic">
          {scan.title}
        </cite>
      )}
      <span className="block text-body text-quiet">
        <span>{`${formatCount(scan.copies, "copy", "copies")} in this ${place}`}</span>
        {waiting > 0 && <span>{`, ${formatCount(waiting, "scan", "scans")} to be sent`}</span>}
      </span>
      {scan.note && <span className="block text-body font-semibold">{scan.note}</span>}
    </p>
  );
}
