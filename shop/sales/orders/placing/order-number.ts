/** An order's number as it is printed, such as `EP-7K2M9QX4TB`. */
export const orderNumberPattern = /^EP-[0-9A-Z]{10}$/;
