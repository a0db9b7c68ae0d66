import { useRef, useState } from "react";
import { useLoaderData } from "react-router";

import { useIsScripted } from "#desk/components/forms/use-is-scripted.ts";
import { nameDay } from "#shop/kernel/regions/delivery-promise.ts";
import { movableUntil, type Holiday } from "#shop/kernel/regions/indian-holidays.ts";
import { Button } from "#ui/button.tsx";

/** India's holidays of the next twelve months. A button adds a holiday to the field for days off. */
export function HolidayList({ name }: { name: string }) {
  const { holidays, today } = useLoaderData() as { holidays: Holiday[]; today: string };
  const box = useRef<HTMLDetailsElement>(null);
  /** The days that the field contains. */
  const [written, setWritten] = useState<string[]>([]);
  const isScripted = useIsScripted();
  const fieldOf = () =>
    box.current?.closest("form")?.querySelector<HTMLTextAreaElement>(`textarea[name="${name}"]`) ?? null;
  const readField = () => setWritten((fieldOf()?.value ?? "").split("\n").map((line) => line.trim().slice(0, 10)));
  const add = ({ on, name }: Holiday) => {
    const field = fieldOf();
    if (!field) return;
    const lines = field.value.split("\n").filter((line) => line.trim() !== "");
    if (!lines.some((line) => line.trim().startsWith(on))) field.value = [...lines, `${on} ${name}`].join("\n");
    readField();
    // The code that stores unsent input listens for this event.
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const isCutShort = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}` > movableUntil;
  return (
    <details ref={box} className="mt-2" onToggle={readField}>
      <summary className="inline-flex min-h-11 items-center font-semibold text-action">
        Holidays of the next twelve months
      </summary>
      <p className="max-w-measure text-quiet">
        {isScripted
          ? "Add the days on which nobody packs, then save. "
          : "Copy the days on which nobody packs into the field. "}
        Days that depend on the moon or the sun are calculated. They may move by a day, depending on when the new moon
        is seen and on your town: check them shortly before.
        {isCutShort && ` Such days are known until ${nameDay(movableUntil)} ${movableUntil.slice(0, 4)}.`}
      </p>
      <ul className="mt-2 max-w-measure border-t border-line">
        {holidays.map((holiday) => {
          const { on, isMovable } = holiday;
          const isWritten = written.includes(on);
          return (
            <li key={`${on} ${holiday.name}`} className="flex items-center gap-x-4 border-b border-line py-1.5">
              <span className="min-w-0 flex-1 gap-x-4 sm:flex">
                <time dateTime={on} className="block w-36 text-quiet tabular-nums">
                  {isScripted ? `${nameDay(on)} ${on.slice(0, 4)}` : on}
                </time>
                <span>
                  {holiday.name}
                  {isMovable && <span className="text-small text-quiet"> (may move by a day)</span>}
                </span>
              </span>
              {isScripted && (
                <Button
                  type="button"
                  variant={isWritten ? "quiet" : "outline"}
                  className={isWritten ? "min-w-20 cursor-default text-quiet! no-underline!" : "min-w-20"}
                  onClick={() => add(holiday)}
                >
                  {isWritten ? "Added" : "Add"}
                  <span className="sr-only"> {holiday.name}</span>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
