/** An order's number as it is printed, such as `EP-7K2M9QX4TB`. */
export const orderNumberPattern = /^[A-Z]{2,4}-[0-9A-Z]{10}$/;
