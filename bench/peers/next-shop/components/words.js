const money = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR", maximumFractionDigits: 2 });
const day = new Intl.DateTimeFormat("en-IN", { dateStyle: "long" });

export const formatNames = {
  paperback: "Paperback",
  hardback: "Hardback",
  "board-book": "Board book",
  "spiral-bound": "Spiral bound",
  "boxed-set": "Boxed set",
  "audio-cd": "Audio CD",
};

export const formatMoney = (paise) => money.format(paise / 100).replace(/\.00$/, "");
export const formatDay = (date) => day.format(date);
export const formatStock = (available) =>
  available <= 0 ? "Sold out" : available <= 5 ? `Only ${available} left` : "In stock";
