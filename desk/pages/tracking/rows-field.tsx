import { useRef } from "react";

import { useIsScripted } from "#desk/components/forms/use-is-scripted.ts";
import { TextArea, TextField } from "#ui/field.tsx";

interface RowsFieldProps {
  text: string;
  error: string | undefined;
}

/** Field for the rows of a carrier's file. The person pastes them, or a script reads them from the chosen file. */
export function RowsField({ text, error }: RowsFieldProps) {
  const area = useRef<HTMLDivElement>(null);
  const isScripted = useIsScripted();
  const read = async (file: File | undefined) => {
    const field = area.current?.querySelector("textarea");
    if (file && field) field.value = await file.text();
  };
  return (
    <>
      {isScripted && (
        <TextField
          label="The carrier’s file"
          hint="CSV with up to 300 rows. They are copied into the field below."
          type="file"
          accept=".csv,.txt,text/csv"
          onChange={(event) => read(event.currentTarget.files?.[0])}
        />
      )}
      <div ref={area}>
        <TextArea
          key={text}
          label={isScripted ? "Or its rows" : "Its rows"}
          hint="An order number, the carrier and the tracking number in each"
          name="text"
          rows={6}
          defaultValue={text}
          error={error}
          placeholder="EP-7K2M9QX4TB, India Post, EK123456789IN"
        />
      </div>
    </>
  );
}
