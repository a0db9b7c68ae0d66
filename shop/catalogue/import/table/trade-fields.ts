import { amount, asWritten, coverLink, currency, measure, notice, wholeNumber, type Field } from "./field.ts";

/** How a book is sold: the columns of prices, copies, taxes and sizes. */
export const tradeFields = {
  mrp: {
    label: "MRP",
    takes: "The printed maximum price, tax included: `499`, `499.50`, `₹ 1,499` or with another currency, `12.99 GBP`.",
    synonyms:
      "mrpinr mrprs maximumretailprice listprice printedprice printprice coverprice rrp regularprice compareatprice variantcompareatprice gbpccprrrp unitmrp",
    examples: ["599", "1,250.00"],
    set: amount("mrp"),
  },
  price: {
    label: "Price",
    takes: "What the shop asks, never above the MRP. Empty means the MRP less the discount that you give.",
    synonyms:
      "sellingprice saleprice salesprice salerate salesrate sellingrate variantprice ourprice webprice offerprice retailprice sp",
    examples: ["499", ""],
    set: amount("price"),
  },
  cost_price: {
    label: "Cost price",
    takes: "What the shop pays. Readers never see it.",
    synonyms: "cost purchaseprice purchaserate buyingprice costperitem unitcost landingcost prate",
    examples: ["330", ""],
    set: amount("costPrice"),
  },
  currency: {
    label: "Currency",
    takes: "The currency of the prices of this row, such as `GBP`. Empty means rupees.",
    synonyms: "currencycode pricecurrency",
    examples: ["INR", ""],
    set: currency,
  },
  supplier: {
    label: "Supplier",
    takes: "The name of who delivers it.",
    synonyms: "suppliername distributor distributorname wholesaler",
    examples: ["Sunrise Distributors", ""],
    set: asWritten("supplier"),
  },
  availability: {
    label: "Availability",
    takes: "`in stock`, `to order`, `not yet published`, `out of print`, or an ONIX code.",
    synonyms: "availabilitystatus productavailability availabilitycode stockstatus",
    examples: ["in stock", "to order"],
    set: asWritten("availability"),
  },
  order_days: {
    label: "Days to order",
    takes: "Days until a copy ordered from the supplier arrives.",
    synonyms: "orderdays leadtime leadtimedays deliverydays ordertime",
    examples: ["7", "21"],
    set: wholeNumber("orderDays"),
  },
  copies: {
    label: "Copies",
    takes: "Copies on hand. They count for a book that the shop does not have yet.",
    synonyms:
      "stock quantity qty stockqty stockquantity stockonhand onhand qtyonhand quantityonhand inventory inventoryqty inventoryquantity variantinventoryqty closingstock closingqty closingquantity closingbalance clstock balanceqty currentstock availableqty",
    examples: ["12", "0"],
    set: wholeNumber("copies"),
  },
  hsn: {
    label: "HSN code",
    takes: "The code of the goods for GST, 4 to 8 digits.",
    synonyms: "hsncode hsnsac hsnsaccode hsnno",
    examples: ["4901", "49011010"],
    set: wholeNumber("hsn"),
  },
  tax_class: {
    label: "Tax class",
    takes: "`exempt`, `gst_0`, `gst_5` or `gst_18`.",
    synonyms: "gstclass classofgst taxcategory gstcategory taxslab",
    examples: ["exempt", ""],
    hasOddWords: true,
    set: asWritten("taxClass"),
  },
  country_of_origin: {
    label: "Country of origin",
    takes: "`IN` or `India`. Indian law asks for it on imported goods.",
    synonyms: "origin country madein countryofpublication countryoforigincode cop",
    examples: ["IN", "United Kingdom"],
    hasOddWords: true,
    set: asWritten("countryOfOrigin"),
  },
  weight: {
    label: "Weight",
    takes: "Grams, or with the unit: `0.5 kg`, `12 oz`.",
    synonyms: "bookweight itemweight variantgrams grams weightvalue shippingweight wg",
    examples: ["420", "0.5 kg"],
    set: measure("weight", "g"),
  },
  height: {
    label: "Height",
    takes: "Millimetres, or with the unit: `20 cm`, `8 in`.",
    synonyms: "bookheight hmm",
    examples: ["198", "20 cm"],
    set: measure("height", "mm"),
  },
  width: {
    label: "Width",
    takes: "As with height.",
    synonyms: "bookwidth wmm",
    examples: ["129", "13 cm"],
    set: measure("width", "mm"),
  },
  thickness: {
    label: "Thickness",
    takes: "As with height.",
    synonyms: "spine spinewidth spinethickness spmm depth",
    examples: ["31", ""],
    set: measure("thickness", "mm"),
  },
  rating: {
    label: "Rating",
    takes: "An average of 1 to 5, with which the shop's own reviews begin.",
    synonyms: "averagerating avgrating",
    examples: ["4.2", ""],
    set: asWritten("rating"),
  },
  rating_count: {
    label: "Number of ratings",
    takes: "How many gave it.",
    synonyms: "ratingscount numberofratings noofratings numratings",
    examples: ["812", ""],
    set: wholeNumber("ratingCount"),
  },
  cover: {
    label: "Cover",
    takes:
      "The address of a picture of the front cover, the first one if there are several. It is fetched only if you ask for it.",
    synonyms:
      "coverlink coverurl coverimage coverimageurl imagesrc imageurl image images imagelink productimageurl picture pictureurl smallimageurl thumbnail",
    examples: ["https://covers.example.org/9780140449136.jpg", ""],
    set: coverLink,
  },
  notice: {
    label: "Notice",
    takes: "`delete` hides the book from readers. Empty is usual.",
    synonyms: "notificationtype",
    examples: ["", ""],
    set: notice,
  },
} satisfies Record<string, Field>;
