/** Style guide: buttons and fields in every variant, size and state. */
import { Button, ButtonLink, type ButtonVariant, type ButtonSize } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";
import { QuantityStepper } from "#ui/quantity-stepper.tsx";

import { Chapter, Specimen } from "./specimen.tsx";

const variants: ButtonVariant[] = ["primary", "outline", "quiet", "danger"];
const sizes: ButtonSize[] = ["regular", "large"];

/** Buttons and the quantity stepper. */
export function ButtonsChapter() {
  return (
    <Chapter
      id="buttons"
      title="Buttons"
      words="At least 44 px high. On hover a button darkens, or its outline is filled; nothing moves. A view has one primary button."
    >
      {variants.flatMap((variant) =>
        sizes.map((size) => (
          <Specimen key={variant + size} name={`${variant}, ${size}`}>
            <Button type="button" variant={variant} size={size}>
              Add to Cart
            </Button>
          </Specimen>
        )),
      )}
      {variants.map((variant) => (
        <Specimen key={variant} name={`${variant}, disabled or busy`}>
          <Button type="button" variant={variant} disabled>
            Subscribe
          </Button>
        </Specimen>
      ))}
      <Specimen name="focused by keyboard">
        <span className="design-focused">
          <Button type="button">Add to Cart</Button>
        </span>
      </Specimen>
      <Specimen name="a link that looks like a button">
        <ButtonLink to="/design" variant="outline">
          Browse categories
        </ButtonLink>
      </Specimen>
      <Specimen name="links in text">
        <p>
          <a href="#buttons" className="link">
            An address
          </a>{" "}
          and{" "}
          <a href="#buttons" className="quiet-link">
            a quiet name
          </a>
        </p>
      </Specimen>
      <form method="get" action="/design" className="contents">
        <Specimen name="stepper, one copy: minus stops">
          <QuantityStepper of="Dune" quantity={1} max={20} />
        </Specimen>
        <Specimen name="stepper at its maximum: plus is disabled">
          <QuantityStepper of="Kari" quantity={3} max={3} />
        </Specimen>
        <Specimen name="stepper, busy">
          <QuantityStepper of="Jaya" quantity={2} max={20} isBusy />
        </Specimen>
      </form>
    </Chapter>
  );
}

/** Fields and checkboxes. */
export function FieldsChapter() {
  return (
    <Chapter
      id="fields"
      title="Fields"
      words="The label is above the field and stays visible. An error says in words what to do, next to its field; colour is only an addition."
    >
      <Specimen name="empty">
        <TextField label="Name" />
      </Specimen>
      <Specimen name="filled in, with a hint">
        <TextField label="PIN code" hint="Six digits" defaultValue="560001" />
      </Specimen>
      <Specimen name="optional">
        <TextField label="Landmark" isOptional />
      </Specimen>
      <Specimen name="with an error">
        <TextField
          label="Phone"
          defaultValue="98"
          error="Please write the ten digits of a mobile number."
          autoComplete="off"
        />
      </Specimen>
      <Specimen name="disabled">
        <TextField label="E-mail" defaultValue="reader@example.com" disabled />
      </Specimen>
      <Specimen name="select">
        <SelectField label="State">
          <option>Karnataka</option>
          <option>Kerala</option>
        </SelectField>
      </Specimen>
      <Specimen name="several lines">
        <TextArea label="Message" rows={3} />
      </Specimen>
      <Specimen name="several lines, with an error">
        <TextArea label="Your question" rows={3} error="Please write a few words." />
      </Specimen>
      <Specimen name="boxes: empty, ticked, disabled">
        <Checkbox>Tell me about new books</Checkbox>
        <Checkbox defaultChecked>Remember this address</Checkbox>
        <Checkbox disabled>Not just now</Checkbox>
      </Specimen>
    </Chapter>
  );
}
