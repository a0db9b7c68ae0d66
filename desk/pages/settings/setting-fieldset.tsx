import type { ReactNode } from "react";

interface SettingFieldsetProps {
  name: string;
  label: string;
  hint: string;
  error: string | undefined;
  children: ReactNode;
}

/** A setting of several fields, with its hint and the error of the whole. */
export function SettingFieldset({ name, label, hint, error, children }: SettingFieldsetProps) {
  const hintId = `${name}-hint`;
  return (
    <fieldset
      id={name}
      className="sm:col-span-2"
      aria-describedby={hintId}
      aria-invalid={error ? true : undefined}
      // Focusable, because the first field with an error gets the focus.
      tabIndex={error ? -1 : undefined}
    >
      <legend className="font-semibold">{label}</legend>
      <p id={hintId} className="max-w-measure text-small text-quiet">
        {hint}
      </p>
      {error && <p className="mt-1.5 text-small font-semibold text-vermilion">{error}</p>}
      {children}
    </fieldset>
  );
}
