import { MinusIcon, PlusIcon } from "./icons.tsx";

interface QuantityStepperProps {
  /** What is counted, for the accessible names: "Decrease quantity of Malgudi Days". */
  of: string;
  quantity: number;
  /** Most there may be; plus stops here. */
  max: number;
  /** Form field the new quantity is sent in. */
  name?: string;
  isBusy?: boolean;
}

const step =
  "grid size-11 place-items-center text-action transition-colors duration-150 hover:bg-action hover:text-on-action disabled:text-quiet disabled:opacity-50 disabled:hover:bg-transparent disabled:hover:text-quiet disabled:cursor-not-allowed";

/** Minus, the number, plus: two submit buttons that send the new quantity, so it works without JavaScript. Minus stops at 1. */
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
