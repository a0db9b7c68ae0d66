/** Is told what of a product cannot be taken over. */
export type Mend = (field: string, reason: string) => void;
