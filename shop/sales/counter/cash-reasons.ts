/** Why cash is put into a till, or taken out of it, with the label of each reason. */
export const cashReasons = { bank: "Bank", change: "Change", expense: "Expense", other: "Other" } as const;

export type CashReason = keyof typeof cashReasons;
