import { useEffect, useRef, useState } from "react";

import { setCartNotice } from "#app/client/cart/cart-notice.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { href } from "#routing/href.ts";
import { describePlate, fieldsOfChoice, type PlateChoice } from "#shop/sales/orders/plates/plate-words.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { deliveryFormId } from "./delivery/delivery-form.tsx";
import { useCartForm } from "./use-cart-form.ts";

interface BookplateRowProps {
  choice: PlateChoice;
  isLocked: boolean;
}

/** What the bookplates of the order will say; folded, because no reader has to fill it in. */
export function BookplateRow({ choice, isLocked }: BookplateRowProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const { isBusy, submit } = useCartForm(({ ok, message }) => {
    if (!ok) return setCartNotice({ message, isError: true });
    if (!details.current) return;
    details.current.open = false;
    details.current.querySelector("summary")?.focus();
  });
  const isOff = isBusy || isLocked;
  const deliveryName = useDeliveryName();
  const { kind, ...words } = fieldsOfChoice(choice);
  return (
    <section aria-label="Bookplates" className="border-b border-line py-2">
      <details ref={details} className="group">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-x-3">
          <span className="line-clamp-2 min-w-0 wrap-anywhere" dir="auto">
            <PlateLine choice={choice} deliveryName={deliveryName} />
          </span>{" "}
          <span className="link font-semibold">{choice === "none" ? "Add" : "Change"}</span>
        </summary>
        <form
          method="post"
          action={href("/cart/lines")}
          onSubmit={submit}
          noValidate
          className="group/plate max-w-measure pt-2 pb-4"
        >
          <p className="text-quiet">
            A bookplate for each book comes with the bill, to cut out and paste inside the cover.
          </p>
          <input type="hidden" name="intent" value="bookplate" />
          <fieldset className="mt-3 flex flex-wrap gap-x-8">
            <legend className="sr-only">Whose books are they?</legend>
            <Kind value="mine" label="Mine" isChosen={kind !== "present"} />
            <Kind value="present" label="A present" isChosen={kind === "present"} />
          </fieldset>
          <div className="mt-3 group-has-[[value=present]:checked]/plate:hidden">
            <TextField
              label="Ex libris"
              hint="Left empty, the name for the delivery."
              name="name"
              defaultValue={words.name}
              maxLength={240}
              dir="auto"
              autoComplete="off"
            />
          </div>
          <div className="mt-3 grid gap-4 group-has-[[value=mine]:checked]/plate:hidden sm:grid-cols-2">
            <TextField label="For" name="for" defaultValue={words.for} maxLength={240} dir="auto" autoComplete="off" />
            <TextField
              label="From"
              name="from"
              defaultValue={words.from}
              maxLength={240}
              dir="auto"
              autoComplete="off"
            />
            <div className="sm:col-span-2">
              <TextField
                label="A line"
                placeholder="Diwali 2026"
                isOptional
                name="line"
                defaultValue={words.line}
                maxLength={320}
                dir="auto"
                autoComplete="off"
              />
            </div>
          </div>
          <Button variant="outline" disabled={isOff} className="mt-4">
            Save
            <span className="sr-only"> the bookplates</span>
          </Button>
        </form>
        {choice !== "none" && (
          <form method="post" action={href("/cart/lines")} onSubmit={submit} className="pb-2">
            <input type="hidden" name="intent" value="bookplate" />
            <input type="hidden" name="kind" value="none" />
            <Button variant="quiet" disabled={isOff} className="-ml-4">
              No bookplate
            </Button>
          </form>
        )}
      </details>
    </section>
  );
}

/** The name in the delivery form, as the reader types it; empty on the server. */
function useDeliveryName(): string {
  const [name, setName] = useState("");
  useEffect(() => {
    const field = `#${deliveryFormId} input[name=name]`;
    const read = () => setName(document.querySelector<HTMLInputElement>(field)?.value.trim() ?? "");
    read();
    document.addEventListener("input", read);
    return () => document.removeEventListener("input", read);
  }, []);
  return name;
}

function PlateLine({ choice, deliveryName }: { choice: PlateChoice; deliveryName: string }) {
  if (choice === "none") return <span>No bookplate</span>;
  const exLibris = <span className="font-display italic">Ex libris</span>;
  if (choice === null && deliveryName === "")
    return (
      <>
        {exLibris} <span>the name below</span>
      </>
    );
  if (choice !== null && !("name" in choice))
    return <span lang={detectLanguage(describePlate(choice))}>{describePlate(choice)}</span>;
  const name = choice?.name ?? deliveryName;
  return (
    <>
      {exLibris}{" "}
      <bdi className="font-semibold" lang={detectLanguage(name)}>
        {name}
      </bdi>
    </>
  );
}

function Kind({ value, label, isChosen }: { value: "mine" | "present"; label: string; isChosen: boolean }) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input type="radio" name="kind" value={value} defaultChecked={isChosen} className="size-5 accent-action" />
      {label}
    </label>
  );
}
