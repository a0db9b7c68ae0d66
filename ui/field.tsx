/** Form fields with label, hint and error: text, text area and select. */
import { type ComponentProps, type ReactNode, useId } from "react";

// The thicker border of a wrong value takes the place of padding, so that nothing moves.
const control =
  "mt-1.5 block w-full min-h-11 rounded-sm border border-edge bg-raised px-3 py-2 text-body text-ink placeholder:text-quiet aria-invalid:border-vermilion aria-invalid:border-2 aria-invalid:px-[calc(0.75rem-1px)] aria-invalid:py-[calc(0.5rem-1px)] disabled:opacity-60 file:mr-3 file:rounded-sm file:border file:border-solid file:border-edge file:bg-page file:px-3 file:py-1 file:font-semibold file:text-ink";

interface FieldProps {
  label: ReactNode;
  /** One line under the label: purpose or format of the field. */
  hint?: string;
  /** Error text with advice; null or absent when the value is valid. */
  error?: string | null;
  /** Adds the word "optional" to the label. */
  isOptional?: boolean;
}

interface Describable {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

function Labelled({
  label,
  hint,
  error,
  isOptional,
  id,
  children,
}: FieldProps & { id?: string; children: (given: Describable) => ReactNode }) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const describedBy = [hint && `${controlId}-hint`, error && `${controlId}-error`].filter(Boolean).join(" ");
  return (
    <div>
      <div>
        <label htmlFor={controlId} className="block font-semibold">
          {label}
          {isOptional && <span className="font-normal text-quiet"> (optional)</span>}
        </label>
        {hint && (
          <p id={`${controlId}-hint`} className="text-small text-quiet">
            {hint}
          </p>
        )}
      </div>
      {children({
        id: controlId,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {error && (
        <p id={`${controlId}-error`} className="mt-1.5 text-small font-semibold text-vermilion">
          {error}
        </p>
      )}
    </div>
  );
}

/** Single-line text field. */
export function TextField({
  label,
  hint,
  error,
  isOptional,
  id,
  className = "",
  ...rest
}: FieldProps & ComponentProps<"input">) {
  return (
    <Labelled label={label} hint={hint} error={error} isOptional={isOptional} id={id}>
      {(given) => <input className={`${control} ${className}`} {...given} {...rest} />}
    </Labelled>
  );
}

/** Multi-line text field. */
export function TextArea({
  label,
  hint,
  error,
  isOptional,
  id,
  className = "",
  ...rest
}: FieldProps & ComponentProps<"textarea">) {
  return (
    <Labelled label={label} hint={hint} error={error} isOptional={isOptional} id={id}>
      {(given) => <textarea rows={5} className={`${control} ${className}`} {...given} {...rest} />}
    </Labelled>
  );
}

/** Select; `children` are `<option>`s. */
export function SelectField({
  label,
  hint,
  error,
  isOptional,
  id,
  className = "",
  ...rest
}: FieldProps & ComponentProps<"select">) {
  return (
    <Labelled label={label} hint={hint} error={error} isOptional={isOptional} id={id}>
      {(given) => <select className={`${control} ${className}`} {...given} {...rest} />}
    </Labelled>
  );
}
