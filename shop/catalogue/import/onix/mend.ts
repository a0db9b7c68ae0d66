/** Receives the remarks about data of a product that could not be taken. */
export type Mend = (field: string, reason: string) => void;
