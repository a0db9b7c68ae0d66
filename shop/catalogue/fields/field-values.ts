/** A column value of a row as JSON; lists contain its rows in other tables. */
export type FieldValue = string | number | boolean | null | FieldValue[];

/** A row's values by the column names of the database, with lists of its rows in other tables. */
export type Fields = Record<string, FieldValue>;
