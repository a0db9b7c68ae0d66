/** Receives the remarks about data of a product that was changed or left out. */
export type Mend = (field: string, reason: string) => void;
