/** The most category names of a file whose meaning a form asks for. */
export const maxNames = 20;

/** The answer for a name that becomes a new category; no id of a category has this form. */
export const isNew = "+";
