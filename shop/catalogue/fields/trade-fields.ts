/** Fields of the trade: prices, supply, copies and taxes. */
import { readAmount } from "#shop/catalogue/fields/check/amount.ts";
import { readAvailability } from "#shop/catalogue/fields/check/availability.ts";
import { knownWord, line } from "#shop/catalogue/fields/check/checks.ts";
import { readHeading } from "#shop/catalogue/fields/check/details.ts";
import { checkTaxClass } from "#shop/catalogue/fields/check/formats.ts";
import { readLaterMrps } from "#shop/catalogue/fields/check/prices.ts";
import { readCopies, readCount } from "#shop/catalogue/fields/check/reading.ts";
import type { RawAmount, RawLaterAmount } from "./raw-values.ts";
import { decimalRupees } from "#shop/kernel/money/decimal-rupees.ts";
import { rupeesInput, textInput } from "./form-inputs.ts";
import { bookField, type CheckContext } from "./book-field.ts";
import { amountColumn, digitsColumn, numberColumn, textColumn, wordColumn } from "./csv/csv-cells.ts";

const checkAmount = (raw: RawAmount, { exchangeRates }: CheckContext) => readAmount(raw, exchangeRates);
/** Paise as an amount in rupees. */
export const writeAmount = (paise: number): RawAmount => ({ amount: decimalRupees(paise), currency: "INR" });

export const tradeFields = {
  mrp: bookField({
    called: "MRP",
    column: { table: "books", name: "mrp_paise", type: "int", absent: null },
    check: checkAmount,
    isVital: true,
    write: writeAmount,
    csv: {
      mrp: amountColumn({
        label: "MRP",
        takes:
          "The printed maximum price, tax included: `499`, `499.50`, `₹ 1,499` or with another currency, `12.99 GBP`.",
        synonyms:
          "mrpinr mrprs maximumretailprice listprice printedprice printprice coverprice rrp regularprice compareatprice variantcompareatprice gbpccprrrp unitmrp",
        examples: ["599", "1,250.00"],
      }),
    },
    form: rupeesInput({ label: "MRP, rupees", isRequired: true }),
  }),
  laterMrps: bookField({
    called: "later MRPs",
    check: (raw: RawLaterAmount[], { exchangeRates, tell }) => ({ value: readLaterMrps(raw, exchangeRates, tell) }),
  }),
  price: bookField({
    called: "price",
    column: { table: "books", name: "price_paise", type: "int", absent: null },
    check: checkAmount,
    isVital: true,
    write: writeAmount,
    csv: {
      price: amountColumn({
        label: "Price",
        takes:
          "The shop's price, never above the MRP. Empty: the MRP minus the discount that you set for the import; without one, a book of the shop keeps its discount off the MRP.",
        synonyms:
          "sellingprice saleprice salesprice salerate salesrate sellingrate variantprice ourprice webprice offerprice retailprice sp",
        examples: ["499", ""],
      }),
    },
    form: rupeesInput({ label: "Price, rupees", hint: "Left empty: the MRP" }),
  }),
  costPrice: bookField({
    called: "cost price",
    column: { table: "books", name: "cost_paise", type: "int", absent: null },
    check: checkAmount,
    write: writeAmount,
    csv: {
      cost_price: amountColumn({
        label: "Cost price",
        takes: "What the shop pays. Readers never see it.",
        synonyms: "cost purchaseprice purchaserate buyingprice costperitem unitcost landingcost prate",
        examples: ["330", ""],
      }),
    },
  }),
  supplier: bookField({
    called: "supplier",
    column: { table: "books", name: "supplier", type: "text", absent: null },
    check: line("supplier's name", 200),
    write: String,
    csv: {
      supplier: textColumn({
        label: "Supplier",
        takes: "The name of the company that supplies the book.",
        synonyms: "suppliername distributor distributorname wholesaler",
        examples: ["Sunrise Distributors", ""],
      }),
    },
  }),
  availability: bookField({
    called: "availability",
    column: { table: "books", name: "availability", type: "text", absent: "in-stock" },
    check: knownWord(readAvailability),
    write: String,
    csv: {
      availability: wordColumn({
        label: "Availability",
        takes: "`in stock`, `to order`, `not yet published`, `out of print`, or an ONIX code.",
        synonyms: "availabilitystatus productavailability availabilitycode stockstatus",
        examples: ["in stock", "to order"],
      }),
    },
    form: textInput("choice", 100, { label: "Availability", hint: "Used while the shop has no copy" }),
  }),
  orderDays: bookField({
    called: "days to order",
    column: { table: "books", name: "order_days", type: "int", absent: null },
    check: (raw: string) => readCount(raw, "days", 1, 365),
    write: String,
    csv: {
      order_days: numberColumn({
        label: "Days to order",
        takes: "Days until a copy ordered from the supplier arrives.",
        synonyms: "orderdays leadtime leadtimedays deliverydays ordertime",
        examples: ["7", "21"],
      }),
    },
    form: textInput("number", 5, { label: "Days until an ordered copy arrives" }),
  }),
  copies: bookField({
    called: "copies",
    check: readCopies,
    write: String,
    csv: {
      copies: numberColumn({
        label: "Copies",
        takes:
          "Copies in stock. For a book that the shop has already they are ignored, unless you choose to set or to add them.",
        synonyms:
          "stock quantity qty stockqty stockquantity stockonhand onhand qtyonhand quantityonhand inventory inventoryqty inventoryquantity variantinventoryqty closingstock closingqty closingquantity closingbalance clstock balanceqty currentstock availableqty",
        examples: ["12", "0"],
      }),
    },
  }),
  hsn: bookField({
    called: "HSN code",
    column: { table: "books", name: "hsn", type: "text", absent: "4901" },
    check: readHeading,
    write: String,
    csv: {
      hsn: digitsColumn({
        label: "HSN code",
        takes: "The code of the goods for GST, 4 to 8 digits.",
        synonyms: "hsncode hsnsac hsnsaccode hsnno",
        examples: ["4901", "49011010"],
      }),
    },
    form: textInput("number", 10, { label: "HSN code" }),
  }),
  taxClass: bookField({
    called: "class of GST",
    column: { table: "books", name: "tax_class", type: "text", absent: "exempt" },
    check: checkTaxClass,
    meaningfulEmptyWords: ["nil"],
    write: String,
    csv: {
      tax_class: wordColumn({
        label: "Tax class",
        takes: "`exempt`, `gst_0`, `gst_5` or `gst_18`.",
        synonyms: "gstclass classofgst taxcategory gstcategory taxslab",
        examples: ["exempt", ""],
      }),
    },
    form: textInput("choice", 20, { label: "GST" }),
  }),
};
