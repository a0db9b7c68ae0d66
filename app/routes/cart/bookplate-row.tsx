import { useEffect, useRef, useState } from "react";

import { setCartNotice } from "#app/client/cart/cart-notice.ts";
import { Plate, PlateText } from "#app/components/plates/plate.tsx";
import type { BoundBook } from "#app/display/book-endpaper.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { href } from "#routing/href.ts";
import {
  describePlate,
  fieldsOfChoice,
  readPlateChoice,
  wordsForOrder,
  type PlateChoice,
  type PlateFields as PlateFieldValues,
} from "#shop/sales/orders/plates/plate-words.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { deliveryFormId } from "./delivery/delivery-form.tsx";
import { useCartForm } from "./use-cart-form.ts";

const kinds = [
  { value: "mine", label: "Mine" },
  { value: "present", label: "A present" },
  { value: "none", label: "None" },
] as const;

const plateFormId = "bookplates";

interface BookplateRowProps {
  /** The first book of the cart, whose plate is drawn. */
  book: BoundBook & { coverKey: string };
  choice: PlateChoice;
  isLocked: boolean;
}

/** The order's bookplate, drawn with its words as they are typed. The form is folded, because it is optional. */
export function BookplateRow({ book, choice, isLocked }: BookplateRowProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [typed, setTyped] = useState<PlateChoice | undefined>();
  const { isBusy, submit } = useCartForm(({ ok, message }) => {
    if (!ok) return setCartNotice({ message, isError: true });
    if (!details.current) return;
    details.current.open = false;
    details.current.querySelector("summary")?.focus();
  });
  const isOff = isBusy || isLocked;
  useEffect(() => {
    if (!isBusy && !details.current?.open) setTyped(undefined);
  }, [isBusy]);
  /** Folded, the form counts no longer; after a save its words are drawn until the cart has loaded them. */
  const follow = () => {
    if (details.current?.open || !isBusy) setTyped(readOpenPlateForm());
  };
  const deliveryName = useDeliveryName();
  const words = wordsForOrder(typed === undefined ? choice : typed, deliveryName);
  return (
    <section
      aria-label="Bookplates"
      className="grid grid-cols-[5rem_1fr] items-start gap-x-4 border-b border-line py-6 md:gap-x-5"
    >
      <div aria-hidden="true" className="plate-small">
        {words && (
          <Plate book={book} coverKey={book.coverKey}>
            <PlateText words={words} />
          </Plate>
        )}
      </div>
      <details ref={details} onToggle={follow} className="min-w-0">
        <summary className="cursor-pointer list-none">
          <span className="flex flex-wrap items-center gap-x-3">
            <span className="line-clamp-2 min-w-0 wrap-anywhere" dir="auto">
              <PlateLine choice={choice} deliveryName={deliveryName} />
            </span>{" "}
            <span className="link inline-flex min-h-11 items-center font-semibold">
              {choice === "none" ? "Add" : "Change"}
            </span>
          </span>{" "}
          <span className="block text-small text-quiet">
            A bookplate for each book comes with the bill, to cut out and paste inside the cover.
          </span>
        </summary>
        <form
          id={plateFormId}
          method="post"
          action={href("/cart/lines")}
          onSubmit={submit}
          onInput={follow}
          noValidate
          className="group/plate max-w-measure pt-2"
        >
          <input type="hidden" name="intent" value="bookplate" />
          <PlateFields {...fieldsOfChoice(choice)} />
          <Button variant="outline" disabled={isOff} className="mt-4">
            Save
            <span className="sr-only"> the bookplates</span>
          </Button>
        </form>
      </details>
    </section>
  );
}

/** The kind of bookplate, and its words. */
function PlateFields({ kind, name, for: forWhom, from, line }: PlateFieldValues) {
  return (
    <>
      <fieldset className="flex flex-wrap gap-x-8">
        <legend className="sr-only">Which bookplates?</legend>
        {kinds.map(({ value, label }) => (
          <label key={value} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="kind"
              value={value}
              defaultChecked={value === kind}
              className="size-5 accent-action"
            />
            {label}
          </label>
        ))}
      </fieldset>
      <div className="mt-3 group-has-[[value=none]:checked]/plate:hidden group-has-[[value=present]:checked]/plate:hidden">
        <TextField
          label="Ex libris"
          hint="Left empty, the name for the delivery."
          name="name"
          defaultValue={name}
          maxLength={240}
          dir="auto"
          autoComplete="off"
        />
      </div>
      <div className="mt-3 grid gap-4 group-has-[[value=mine]:checked]/plate:hidden group-has-[[value=none]:checked]/plate:hidden sm:grid-cols-2">
        <TextField label="For" name="for" defaultValue={forWhom} maxLength={240} dir="auto" autoComplete="off" />
        <TextField label="From" name="from" defaultValue={from} maxLength={240} dir="auto" autoComplete="off" />
        <div className="sm:col-span-2">
          <TextField
            label="A line"
            placeholder="Diwali 2026"
            isOptional
            name="line"
            defaultValue={line}
            maxLength={320}
            dir="auto"
            autoComplete="off"
          />
        </div>
      </div>
    </>
  );
}

/** The choice in the form of the bookplates; undefined while it is folded. */
export function readOpenPlateForm(): PlateChoice | undefined {
  const form = document.querySelector<HTMLFormElement>(`details[open] > #${plateFormId}`);
  return form ? readTyped(new FormData(form)) : undefined;
}

/** What the form says as it is typed, cleaned as the order would have it. */
function readTyped(form: FormData): PlateChoice {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const kind = kinds.find(({ value }) => value === text("kind"))?.value;
  return readPlateChoice({ kind, name: text("name"), for: text("for"), from: text("from"), line: text("line") });
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
