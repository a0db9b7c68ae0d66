/** Notes of a till, each with its form field and its value in rupees. */
export const notes = [500, 200, 100, 50, 20, 10].map((rupees) => ({ rupees, field: `notes${rupees}` }));
