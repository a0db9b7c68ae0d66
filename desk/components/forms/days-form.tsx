import type { ReactNode } from "react";

import type { AskedDays } from "#shop/kernel/dates/report-days.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Form } from "./form.tsx";

/** Form for the period of a report, with further fields as children. */
export function DaysForm({ days, children }: { days: AskedDays; children?: ReactNode }) {
  return (
    <Form method="get" className="field-row mt-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto]">
      <TextField label="From" name="from" type="date" defaultValue={days.first} error={days.problem} />
      <TextField label="To" name="to" type="date" defaultValue={days.last} />
      {children}
      <p>
        <Button variant="outline">Show</Button>
      </p>
    </Form>
  );
}
