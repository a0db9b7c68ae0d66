/** A value of a row, as JSON has it; links of a work to others are lists. */
export type FieldValue = string | number | boolean | null | FieldValue[];

/** Columns of a row by their names in the database, and what belongs to it in other tables as lists. */
export type Fields = Record<string, FieldValue>;
