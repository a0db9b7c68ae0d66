import type { ReactNode } from "react";
import { useLocation } from "react-router";

import { listPeriods, type AskedDays, type ReportDays } from "#shop/kernel/dates/report-days.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Choices } from "./choices.tsx";
import { Form } from "./form.tsx";

/** Links to the usual periods of a report, and the form for any other, with further fields as children. */
export function DaysForm({ days, children }: { days: AskedDays; children?: ReactNode }) {
  const { search } = useLocation();
  const periods = listPeriods(days.today);
  // At the end of a month two of them are the same days.
  const chosen = periods.find(({ first, last }) => first === days.first && last === days.last);
  const linkTo = ({ first, last }: ReportDays) => {
    const query = new URLSearchParams(search);
    query.set("from", first);
    query.set("to", last);
    // The place in a list of another period.
    for (const name of ["page", "before", "after"]) query.delete(name);
    return `?${query}`;
  };
  return (
    <>
      <Choices
        label="Period"
        choices={periods.map((period) => ({
          words: period.name,
          to: linkTo(period),
          isChosen: period === chosen,
        }))}
      />
      <Form method="get" className="field-row mt-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto]">
        <TextField label="From" name="from" type="date" defaultValue={days.first} error={days.problem} />
        <TextField label="To" name="to" type="date" defaultValue={days.last} />
        {children}
        <p>
          <Button variant="outline">Show</Button>
        </p>
      </Form>
    </>
  );
}
