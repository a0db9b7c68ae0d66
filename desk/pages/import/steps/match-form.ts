/** The id of the form of the first step. Fields and buttons of the others belong to it too, so that no choice is lost. */
export const matchForm = "match";
