/** The fields of the look: colours, and choices that show a sample of what they choose. */
import { useId } from "react";

import { lockedBy } from "#desk/pages/settings/setting-picture.tsx";
import type { FittedColours } from "#shop/kernel/look/fit-colours.ts";
import type { SettingField } from "#shop/office/settings/setting-fields.ts";
import { Checkbox } from "#ui/checkbox.tsx";

interface FieldProps {
  field: SettingField;
  value: string;
  /** Whether the environment sets it. */
  isLocked: boolean;
  error: string | undefined;
}

interface ColourProps extends FieldProps {
  /** The colour that readers see instead, because the chosen one could not be read; null if it can. */
  fitted: string | null;
  /** Whether only words have the fitted colour. */
  isForWords?: boolean;
}

/** A colour by the browser's picker, with what was done so that it can be read. */
export function SettingColour({ field, value, isLocked, error, fitted, isForWords = false }: ColourProps) {
  const { name, label, hint } = field;
  const id = useId();
  const swatch = (
    <svg viewBox="0 0 1 1" aria-hidden="true" className="mr-1.5 inline-block size-3.5 rounded-sm align-[-0.125em]">
      <rect width="1" height="1" fill={fitted ?? undefined} />
    </svg>
  );
  return (
    <div>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      <p id={`${id}-hint`} className="text-small text-quiet">
        {isLocked ? lockedBy(name) : hint}
      </p>
      <input
        id={id}
        type="color"
        name={isLocked ? undefined : name}
        defaultValue={value}
        disabled={isLocked}
        aria-describedby={`${id}-hint ${id}-fit`}
        aria-invalid={error ? true : undefined}
        className="mt-1.5 block w-24 cursor-pointer rounded-sm border border-edge bg-raised p-1 aria-invalid:border-2 aria-invalid:border-vermilion"
      />
      {isLocked && <input type="hidden" name={name} value={value} />}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-small font-semibold text-vermilion">
          {error}
        </p>
      )}
      <p id={`${id}-fit`} role="status" className="mt-1.5 text-small text-quiet empty:hidden">
        {fitted && (
          <>
            {swatch}
            <span>
              {isForWords ? "In words made darker, so that they can be read." : "Made darker, so that it can be read."}
            </span>
          </>
        )}
      </p>
    </div>
  );
}

interface ChoiceProps extends FieldProps {
  /** What each choice shows: its typeface, or its print. */
  sample?: "face" | "pattern";
  /** The colours of the print. */
  print?: FittedColours["print"];
}

/** A choice of a few values, as radio buttons. */
export function SettingChoice({ field, value, isLocked, error, sample, print }: ChoiceProps) {
  const { name, label, hint, options = [] } = field;
  const id = useId();
  return (
    <fieldset aria-describedby={`${id}-hint`} aria-invalid={error ? true : undefined}>
      <legend className="font-semibold">{label}</legend>
      <p id={`${id}-hint`} className="text-small text-quiet empty:hidden">
        {isLocked ? lockedBy(name) : hint}
      </p>
      {isLocked && <input type="hidden" name={name} value={value} />}
      <div className={`mt-1.5 grid gap-2 ${sample === "pattern" ? "grid-cols-3" : "grid-cols-2"}`}>
        {options.map(([one, words]) => (
          <label key={one} className="look-choice">
            <input
              type="radio"
              name={isLocked ? undefined : name}
              value={one}
              defaultChecked={one === value}
              disabled={isLocked}
            />
            {sample === "pattern" && (
              <span
                ref={(sheet) => print && setInks(sheet, print)}
                aria-hidden="true"
                className={`endpaper endpaper-${one} inks-neel look-print`}
              />
            )}
            <span className={sample === "face" ? `look-face look-face-${one}` : ""}>{words}</span>
          </label>
        ))}
      </div>
      {error && <p className="mt-1.5 text-small font-semibold text-vermilion">{error}</p>}
    </fieldset>
  );
}

/** Prints a sample in these colours. By script, because the policy of the desk allows no style attributes. */
function setInks(sheet: HTMLElement | null, { light, dark }: FittedColours["print"]) {
  for (const ink of ["sheet", "ink-one", "ink-two"])
    if (light[ink] && dark[ink]) sheet?.style.setProperty(`--${ink}`, `light-dark(${light[ink]}, ${dark[ink]})`);
    else sheet?.style.removeProperty(`--${ink}`);
}

/** A setting that is yes or no. */
export function SettingTick({ field: { name, label }, value, isLocked }: FieldProps) {
  if (isLocked) return <input type="hidden" name={name} value={value} />;
  return (
    <Checkbox name={name} value="yes" defaultChecked={value === "yes"}>
      {label}
    </Checkbox>
  );
}
