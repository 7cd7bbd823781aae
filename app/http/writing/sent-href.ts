/** The dashboard, opening with the moment of sending. */
export const sentHref = (id: string) => `/dashboard?sent=${id}`;

/** The confirmation of a seal that was asked for in the form; leads to the moment of sending. */
export const sealHref = (id: string) => `/memories/${id}/seal?sent`;
