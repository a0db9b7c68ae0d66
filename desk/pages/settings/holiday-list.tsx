import { useRef } from "react";
import { useLoaderData } from "react-router";

import { useIsScripted } from "#desk/components/use-is-scripted.ts";
import { nameDay } from "#shop/places/delivery-promise.ts";
import type { Holiday } from "#shop/places/indian-holidays.ts";
import { Button } from "#ui/button.tsx";

/** India's holidays of the next twelve months, to choose days off from: a script writes them into the field above. */
export function HolidayList({ name }: { name: string }) {
  const { holidays } = useLoaderData() as { holidays: Holiday[] };
  const box = useRef<HTMLDetailsElement>(null);
  const isScripted = useIsScripted();
  const add = (lines: string[]) => {
    const field = box.current?.closest("form")?.querySelector<HTMLTextAreaElement>(`textarea[name="${name}"]`);
    if (!field) return;
    const written = field.value.split("\n").filter((line) => line.trim() !== "");
    const isNew = (line: string) => !written.some((one) => one.startsWith(line.slice(0, 10)));
    field.value = [...written, ...lines.filter(isNew)].join("\n");
    // Whatever keeps what is typed hears of it.
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const lineOf = ({ on, name }: Holiday) => `${on} ${name}`;
  return (
    <details ref={box} className="mt-2">
      <summary className="inline-flex min-h-11 items-center font-semibold text-action">
        Holidays of the next twelve months
      </summary>
      <p className="max-w-measure text-quiet">
        {isScripted
          ? "Add those on which nobody packs, then save. "
          : "Copy those on which nobody packs into the field. "}
        Days that go by the moon are calculated: check them where you are.
      </p>
      <ul className="mt-2 max-w-measure border-t border-line">
        {holidays.map((holiday) => (
          <li
            key={lineOf(holiday)}
            className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-1.5"
          >
            <span>
              {isScripted ? nameDay(holiday.on) : holiday.on} {holiday.name}
              {holiday.isMovable && <span className="text-small text-quiet"> (check the day)</span>}
            </span>
            {isScripted && (
              <Button type="button" variant="outline" onClick={() => add([lineOf(holiday)])}>
                Add<span className="sr-only"> {holiday.name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
