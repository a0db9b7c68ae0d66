import { MinusIcon, PlusIcon } from "./icons.tsx";

interface QuantityStepperProps {
  /** Name of the counted item, for the accessible labels: "Decrease quantity of Malgudi Days". */
  of: string;
  quantity: number;
  /** Maximum; disables the plus button. */
  max: number;
  /** Name of the form field that contains the new quantity. */
  name?: string;
  isBusy?: boolean;
}

const step =
  "grid size-11 place-items-center text-action transition-colors duration-150 hover:bg-action hover:text-on-action disabled:text-quiet disabled:opacity-50 disabled:hover:bg-transparent disabled:hover:text-quiet disabled:cursor-not-allowed";

/**
 * Buttons for minus and plus around a number. Both submit the new quantity, so it works without JavaScript. The minimum
 * is 1.
 */
export function QuantityStepper({ of, quantity, max, name = "quantity", isBusy = false }: QuantityStepperProps) {
  return (
    <div
      role="group"
      aria-label={`Quantity of ${of}`}
      className="inline-flex items-center rounded-sm border border-edge bg-raised"
    >
      <button
        type="submit"
        name={name}
        value={quantity - 1}
        disabled={isBusy || quantity <= 1}
        aria-label={`Decrease quantity of ${of}`}
        className={step}
      >
        <MinusIcon className="size-5" />
      </button>
      <output translate="no" className="figures min-w-9 text-center font-semibold">
        {quantity}
      </output>
      <button
        type="submit"
        name={name}
        value={quantity + 1}
        disabled={isBusy || quantity >= max}
        aria-label={`Increase quantity of ${of}`}
        className={step}
      >
        <PlusIcon className="size-5" />
      </button>
    </div>
  );
}
