import { useState } from "react";

import { storeOnDevice } from "#app/client/storage/denied-storage.ts";
import { Button } from "#ui/button.tsx";
import { SelectField } from "#ui/field.tsx";
import type { ReceiptData } from "./receipt-data.ts";
import { isPaper, papers, printReceipt, Receipt, type Paper } from "./receipt.tsx";

interface PrintedReceiptProps {
  receipt: ReceiptData | null;
  shopName: string;
  isCopy?: boolean;
}

/** The paper of this device's receipts, and the receipt with its button. It is used only in the browser. */
export function PrintedReceipt({ receipt, shopName, isCopy }: PrintedReceiptProps) {
  const [paper, setPaper] = useState<Paper>(() => {
    const stored = localStorage.getItem("till paper");
    return isPaper(stored) ? stored : "80";
  });
  const choose = (given: string) => {
    if (!isPaper(given)) return;
    setPaper(given);
    storeOnDevice("till paper", given);
  };
  return (
    <div className="grid gap-4">
      <div className="not-receipt grid gap-4">
        <SelectField label="Receipts on" value={paper} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {Object.entries(papers).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {receipt && (
          <Button type="button" variant="outline" onClick={printReceipt}>
            Print the receipt
          </Button>
        )}
      </div>
      {receipt && <Receipt receipt={receipt} paper={paper} shopName={shopName} isCopy={isCopy} />}
    </div>
  );
}
